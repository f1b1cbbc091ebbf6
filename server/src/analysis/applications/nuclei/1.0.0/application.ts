import * as z from 'zod'
import { findNuclei } from '../../../nuclei/find-nuclei.ts'
import { fluorescenceLevels } from '../../../nuclei/fluorescence-levels.ts'
import { fluorescenceImage } from '../../../nuclei/network-image.ts'
import { diameterParam, diameterSource, nucleusDiameterOf } from '../../../nuclei/nucleus-diameter.ts'
import type { Region } from '../../../runtime/tiles.ts'
import { multichannelSource } from '../../../sources/multichannel.ts'
import { defineApplication } from '../../application.ts'
import { NUCLEI, resultOf } from './result.ts'

/** Diameter of a typical nucleus, where it cannot be estimated: between those of tissue and of cultured cells. */
const TYPICAL_UM = 10
/** Estimated even where the pixel size is known: nuclei of cultured cells are twice to three times as wide as those of lymphocytes. */
const AUTOMATIC = { typicalUm: TYPICAL_UM, estimateFirst: true }

const params = z.strictObject({
  channel: z.int().min(0).default(0).meta({
    title: 'Channel',
    description: 'The one that shows the nuclei, such as DAPI or Hoechst.',
    control: 'channel',
  }),
  nucleusDiameterPx: diameterParam('estimated from the image', AUTOMATIC),
})

/** Finds nuclei in one fluorescence channel by a network and measures their shape and intensity. */
export const nuclei = defineApplication({
  name: 'nuclei',
  version: '1.0.0',
  status: 'available',
  displayName: 'Nuclei',
  description:
    'Finds nuclei in one channel of a fluorescence image with a trained network. For research, not for diagnosis.',
  measures:
    'Number of nuclei, nuclei per mm² of the image, and of every nucleus area, mean intensity in the channel, circularity, how sure the network is of it, and whether the border of the image cuts it off.',
  needs:
    'A fluorescence image with a channel in which nuclei are bright on dark ground, one time point. The diameter of nuclei is estimated from the image.',
  limits:
    'Intensities are those of the file: the background is not subtracted. Faint nuclei beside bright ones may be missed, clumps and lobed nuclei merged or cut. Of an image with several channels only one needs to look like fluorescence to be taken: choose the right one.',
  supportsROI: false,
  requires: {
    kinds: ['TwoDimensions', 'MultiChannel', 'TimeSeries'],
    photometric: 'gray',
    channels: { min: 1, max: null },
    timePoints: { min: 1, max: 1 },
    pixelSize: false,
    suitability: { modality: 'fluorescence', objectDiameterUm: TYPICAL_UM },
  },
  params,
  classification: NUCLEI,

  async analyse(image, given, context) {
    const all = multichannelSource(image)
    const { pixelSizeUm } = all
    const { channel, nucleusDiameterPx } = given
    const { name, sha256, network } = await context.openModel('fluorescence')
    try {
      const levels = await fluorescenceLevels(all, channel, context, [0, 0.05])
      const search = { network, ...fluorescenceImage(image, channel, levels) }
      const known = { given: nucleusDiameterPx, pixelSizeUm, ...AUTOMATIC }
      const diameter = await nucleusDiameterOf(known, search, context, [0.05, 0.15])
      const from = diameterSource(diameter, TYPICAL_UM)
      const readPlanes = async (region: Region) => [Float32Array.from(await search.source.read(region))]
      const planeKeys = ['meanIntensity']
      const batches = await findNuclei({ ...search, diameter: diameter.px, planeKeys, readPlanes }, context, [0.15, 1])
      const isFloat = image.type.format === 'float'
      return {
        ...resultOf({ size: all, pixelSizeUm, isFloat, diameter: { px: diameter.px, from }, batches }),
        provenance: {
          params: given,
          pixelSizeUm,
          channel: all.channels[channel] || `Channel ${channel + 1}`,
          model: { name, sha256 },
          nucleusDiameterPx: diameter.px,
          nucleusDiameterFrom: from,
          levels,
        },
      }
    } finally {
      await network.release()
    }
  },
})
