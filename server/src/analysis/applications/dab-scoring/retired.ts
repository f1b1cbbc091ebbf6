import * as z from 'zod'
import { DAB_CLASSES } from '../../nuclei/dab-result.ts'
import { retiredVersion } from '../application.ts'
import { dabScoring } from './application.ts'

/** Parameters of 1.0.0, which found nuclei by local threshold and watershed. */
const params = z.strictObject({
  nucleusDiameterUm: z.number().min(2).max(60).default(8).meta({
    title: 'Nucleus diameter',
    description: 'Of a typical nucleus, for images with a known pixel size.',
    unit: 'µm',
    step: 0.5,
  }),
  nucleusDiameterPx: z.number().min(6).max(240).default(20).meta({
    title: 'Nucleus diameter in pixels',
    description: 'Of a typical nucleus, for images that do not say how large their pixels are.',
    unit: 'px',
    step: 1,
  }),
})

/** It gave no area of the tissue, and did not say which nuclei the border cuts off. */
const { part: _, ...classes } = DAB_CLASSES
const { tissueArea: __, density: ___, nucleusDiameter: ____, ...measures } = DAB_CLASSES.measures

export const retiredDabScoring = [
  retiredVersion(dabScoring, { version: '2.2.0' }),
  retiredVersion(dabScoring, { version: '2.1.0' }),
  retiredVersion(dabScoring, { version: '2.0.0' }),
  retiredVersion(dabScoring, {
    version: '1.0.0',
    description: 'Finds nuclei in DAB-stained sections and scores each by its amount of DAB.',
    measures:
      'Nuclei in the classes 0, 1+, 2+ and 3+, positive share, H-score, and of every nucleus area, circularity and the optical density of DAB and hematoxylin.',
    needs: 'A bright-field colour image of a section stained with hematoxylin and DAB, with some clear glass in view.',
    params,
    classification: { ...classes, measures },
  }),
]
