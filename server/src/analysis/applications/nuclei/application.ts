import { LEAST_SIDE } from '../../nuclei/find-nuclei.ts'
import { fluorescenceParams, measureFluorescenceNuclei, TYPICAL_UM } from '../../nuclei/fluorescence-nuclei.ts'
import { NUCLEI } from '../../nuclei/fluorescence-result.ts'
import { defineApplication } from '../application.ts'

/**
 * Finds nuclei in one fluorescence channel by a network and measures their shape and intensity. 1.1.0 had a network that was trained with more varied
 * images and four mirrored views; 1.2.0 finds no nuclei in noise.
 */
export const nuclei = defineApplication({
  name: 'nuclei',
  version: '1.3.0',
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
    minSide: LEAST_SIDE,
    suitability: { modality: 'fluorescence', objectDiameterUm: TYPICAL_UM },
  },
  params: fluorescenceParams,
  classification: NUCLEI,

  analyse: measureFluorescenceNuclei,
})
