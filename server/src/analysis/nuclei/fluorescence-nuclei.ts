import * as z from 'zod'
import { isSmall, MIRRORED_VIEWS, mirroredNetwork } from '../../learning/inference/mirrored-network.ts'
import type { AnalysisResult, RunContext } from '../applications/application.ts'
import type { Region } from '../runtime/tiles.ts'
import { multichannelSource } from '../sources/multichannel.ts'
import type { PixelSource } from '../sources/pixel-source.ts'
import { findNuclei } from './find-nuclei.ts'
import { fluorescenceLevels, isFaint } from './fluorescence-levels.ts'
import { resultOf } from './fluorescence-result.ts'
import { fluorescenceImage } from './network-image.ts'
import { diameterParam, diameterSource, nucleusDiameterOf } from './nucleus-diameter.ts'
import { leastLevel } from './stand-out.ts'

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

/** Share of the pixels of a nucleus that are brighter than the ground: of what is drawn around a hot pixel few are. */
const LEAST_LIT = 0.5

/**
 * Diameter of the largest nucleus, typical ones: of 2,326 found in real fields one clump is larger. What is larger in a field without nuclei is the
 * light of the lamp.
 */
const LARGEST = 2.5

/**
 * Finds nuclei in one fluorescence channel by a network and measures their shape and intensity. Noise is not searched for nuclei: the levels have
 * a floor from it, and in a faint image nuclei have to stand out of it (`leastLevel`).
 */
export async function measureFluorescenceNuclei(
  image: PixelSource,
  params: z.output<typeof fluorescenceParams>,
  context: RunContext,
): Promise<AnalysisResult> {
  const all = multichannelSource(image)
  const { pixelSizeUm } = all
  const { channel, nucleusDiameterPx } = params
  const { name, sha256, network } = await context.openModel('fluorescence-2')
  try {
    const levels = await fluorescenceLevels(all, channel, context, [0, 0.05])
    const search = { network, ...fluorescenceImage(image, channel, levels) }
    const known = { given: nucleusDiameterPx, image, ...AUTOMATIC }
    const diameter = await nucleusDiameterOf(known, search, context, [0.05, 0.14])
    const from = diameterSource(diameter, TYPICAL_UM)
    const isMirrored = isSmall(network, all, diameter.px)
    const least = isFaint(levels)
      ? await leastLevel(network, search.source, levels, diameter.px, context, [0.14, 0.15])
      : null
    const mostArea = (Math.PI / 4) * (LARGEST * diameter.px) ** 2
    const batches = await findNuclei(
      {
        ...search,
        network: isMirrored ? mirroredNetwork(network) : network,
        diameter: diameter.px,
        planeKeys: ['meanIntensity', 'lit'],
        readPlanes: async (region: Region) => {
          const samples = Float32Array.from(await search.source.read(region))
          return [samples, samples.map((value) => (value > levels.lit ? 1 : 0))]
        },
        isNucleus: ({ area = 0, meanIntensity = 0, lit = 0 }) =>
          lit >= LEAST_LIT && area <= mostArea && (least === null || meanIntensity > least),
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
        networkViews: isMirrored ? MIRRORED_VIEWS : 1,
        nucleusDiameterPx: diameter.px,
        nucleusDiameterFrom: from,
        levels: { low: levels.low, high: levels.high },
        noise: levels.noise,
        ...(least === null ? {} : { darkerCountsAsNoise: least }),
      },
    }
  } finally {
    await network.release()
  }
}
