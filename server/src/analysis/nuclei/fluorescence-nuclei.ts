import * as z from 'zod'
import { isSmall, MIRRORED_VIEWS, mirroredNetwork } from '../../learning/inference/mirrored-network.ts'
import type { BaseModelName } from '../../learning/models/base-models.ts'
import type { AnalysisResult, RunContext } from '../applications/application.ts'
import type { Region } from '../runtime/tiles.ts'
import { multichannelSource } from '../sources/multichannel.ts'
import type { PixelSource } from '../sources/pixel-source.ts'
import { findNuclei } from './find-nuclei.ts'
import { fluorescenceLevels } from './fluorescence-levels.ts'
import { resultOf } from './fluorescence-result.ts'
import { fluorescenceImage } from './network-image.ts'
import { diameterParam, diameterSource, nucleusDiameterOf } from './nucleus-diameter.ts'

/** Diameter of a typical nucleus, where it cannot be estimated: between those of tissue and of cultured cells. */
export const TYPICAL_UM = 10
/** Estimated even where the pixel size is known: nuclei of cultured cells are twice to three times as wide as those of lymphocytes. */
const AUTOMATIC = { typicalUm: TYPICAL_UM, estimateFirst: true }

/** Parameters of applications for nuclei in one channel. */
export const fluorescenceParams = z.strictObject({
  channel: z.int().min(0).default(0).meta({
    title: 'Channel',
    description: 'The one that shows the nuclei, such as DAPI or Hoechst.',
    control: 'channel',
  }),
  nucleusDiameterPx: diameterParam('estimated from the image', AUTOMATIC),
})

/** What a version of an application keeps: its network, and whether that looks at small images in four views (`mirroredNetwork`). */
interface Looking {
  model: BaseModelName
  views: 'one' | 'mirrored'
}

/** Finds nuclei in one fluorescence channel by a network and measures their shape and intensity. */
export async function measureFluorescenceNuclei(
  image: PixelSource,
  params: z.output<typeof fluorescenceParams>,
  context: RunContext,
  { model, views }: Looking,
): Promise<AnalysisResult> {
  const all = multichannelSource(image)
  const { pixelSizeUm } = all
  const { channel, nucleusDiameterPx } = params
  const { name, sha256, network } = await context.openModel(model)
  try {
    const levels = await fluorescenceLevels(all, channel, context, [0, 0.05])
    const search = { network, ...fluorescenceImage(image, channel, levels) }
    const known = { given: nucleusDiameterPx, pixelSizeUm, ...AUTOMATIC }
    const diameter = await nucleusDiameterOf(known, search, context, [0.05, 0.15])
    const from = diameterSource(diameter, TYPICAL_UM)
    const isMirrored = views === 'mirrored' && isSmall(network, all, diameter.px)
    const batches = await findNuclei(
      {
        ...search,
        network: isMirrored ? mirroredNetwork(network) : network,
        diameter: diameter.px,
        planeKeys: ['meanIntensity'],
        readPlanes: async (region: Region) => [Float32Array.from(await search.source.read(region))],
      },
      context,
      [0.15, 1],
    )
    const isFloat = image.type.format === 'float'
    return {
      ...resultOf({ size: all, pixelSizeUm, isFloat, diameter: { px: diameter.px, from }, batches }),
      provenance: {
        params,
        pixelSizeUm,
        channel: all.channels[channel] || `Channel ${channel + 1}`,
        model: { name, sha256 },
        ...(views === 'mirrored' ? { networkViews: isMirrored ? MIRRORED_VIEWS : 1 } : {}),
        nucleusDiameterPx: diameter.px,
        nucleusDiameterFrom: from,
        levels,
      },
    }
  } finally {
    await network.release()
  }
}
