import { dabParams, dabRequirements, findDabNuclei } from '../../nuclei/dab-nuclei.ts'
import { KI67_CLASSES, resultOf } from '../../nuclei/ki67-result.ts'
import { defineApplication } from '../application.ts'

/**
 * Share of nuclei that are positive for Ki-67, in the whole image and in the window where it is highest (`hotSpotOf`). Since 1.0.0 the network
 * looks at images finer than some 0.27 µm per pixel in four mirrored views; others have the numbers of 1.0.0.
 */
export const ki67Breast = defineApplication({
  name: 'ki67-breast',
  version: '1.3.0',
  status: 'available',
  displayName: 'Ki-67 breast',
  description:
    'Finds nuclei in sections of breast stained for Ki-67 with a trained network and counts positive and negative ones. For research, not for diagnosis.',
  measures:
    'Positive and negative nuclei, Ki-67 index (positive in percent of all), mean optical density of DAB, nuclei per mm² of tissue, and the index of the hot spot: of the square windows with at least 500 nuclei the one with the highest index.',
  needs:
    'A bright-field colour image of a section stained with hematoxylin and DAB against Ki-67, with some clear glass in view. Where the pixel size is not known, the diameter of nuclei is estimated from the image. A hot spot needs 500 nuclei.',
  limits:
    'H&E is refused. Every nucleus counts, of whatever cell: stroma, lymphocytes and carcinoma in situ are not left out, so that the index of a section with much of them is wrong. Leave them out by hand, or analyse a field of invasive tumour. Pale and crowded nuclei may be missed, merged or cut.',
  supportsROI: false,
  requires: dabRequirements,
  params: dabParams,
  classification: KI67_CLASSES,

  analyse: async (image, params, context) => resultOf(await findDabNuclei(image, params, context), image.pixelSizeUm),
})
