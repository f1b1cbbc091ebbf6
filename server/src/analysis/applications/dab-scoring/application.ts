import { dabParams, dabRequirements, findDabNuclei } from '../../nuclei/dab-nuclei.ts'
import { DAB_CLASSES, resultOf } from '../../nuclei/dab-result.ts'
import { defineApplication } from '../application.ts'

/**
 * Finds nuclei in sections stained with hematoxylin and DAB by a network and scores each by its DAB optical density (`findDabNuclei`,
 * `DAB_CLASSES`). Levels, white point and stain vectors are those of the whole image, so that results do not depend on tiles. Since 2.0.0 the
 * network looks at images finer than some 0.27 µm per pixel in four mirrored views; others have the numbers of 2.0.0.
 */
export const dabScoring = defineApplication({
  name: 'dab-scoring',
  version: '2.3.0',
  status: 'available',
  displayName: 'DAB scoring',
  description:
    'Finds nuclei in DAB-stained sections with a trained network and scores each by its amount of DAB. For research, not for diagnosis.',
  measures:
    'Nuclei in the classes 0, 1+, 2+ and 3+, positive share, H-score, nuclei per mm² of tissue, and of every nucleus area, circularity, optical density of DAB and hematoxylin, how sure the network is of it, and whether the border of the image cuts it off.',
  needs:
    'A bright-field colour image of a section stained with hematoxylin and DAB in the nuclei, with some clear glass in view. Where the pixel size is not known, the diameter of nuclei is estimated from the image.',
  limits:
    'H&E is refused. Every nucleus counts, of whatever cell: tumour is not told from stroma or lymphocytes. Pale and crowded nuclei may be missed, merged or cut. What is nearly black is only known to be dark. Compare the outlines with the picture before you use the numbers.',
  supportsROI: false,
  requires: dabRequirements,
  params: dabParams,
  classification: DAB_CLASSES,

  async analyse(image, params, context) {
    const found = await findDabNuclei(image, params, context)
    return {
      ...resultOf(found, image.pixelSizeUm),
      provenance: { ...found.provenance, dabOdCuts: DAB_CLASSES.cuts },
    }
  },
})
