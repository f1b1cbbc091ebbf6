import * as z from 'zod'
import { STAIN_VECTORS } from '../../../operators/color-deconvolution.ts'
import { nucleusScaleFor } from '../../../operators/segment-nuclei.ts'
import { splitIntoTiles, type Tile } from '../../../runtime/tiles.ts'
import { runWorkUnits } from '../../../runtime/work-units.ts'
import { rgbSource } from '../../../sources/rgb.ts'
import { defineApplication } from '../../application.ts'
import { DAB_CLASSES, DAB_OD_THRESHOLDS, resultOf } from './result.ts'
import { nucleusColumns, scoreTile } from './score-tile.ts'
import {
  absorptionCounts,
  absorptionThresholdsOf,
  countAbsorption,
  countLevels,
  levelCounts,
  whitePointOf,
} from './survey.ts'

/** Side of a tile's core, pixels. A tile with margin takes about 60 MB: some ten planes of 4 bytes per pixel. */
const TILE_SIZE = 1024

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

/**
 * Detects nuclei in sections stained with hematoxylin and DAB and scores each by its DAB optical density: color deconvolution (Ruifrok &
 * Johnston 2001), segmentation by local threshold and watershed (`segmentNuclei`), classes by the thresholds of QuPath (`DAB_OD_THRESHOLDS`).
 * White point and thresholds are computed over the whole image, so that results do not depend on tiles.
 */
export const dabScoring = defineApplication({
  name: 'dab-scoring',
  version: '1.0.0',
  status: 'retired',
  displayName: 'DAB scoring',
  description: 'Finds nuclei in DAB-stained sections and scores each by its amount of DAB.',
  measures:
    'Nuclei in the classes 0, 1+, 2+ and 3+, positive share, H-score, and of every nucleus area, circularity and the optical density of DAB and hematoxylin.',
  needs: 'A bright-field colour image of a section stained with hematoxylin and DAB, with some clear glass in view.',
  supportsROI: false,
  requires: {
    kinds: ['TwoDimensions', 'TimeSeries'],
    photometric: 'rgb',
    channels: { min: 1, max: 1 },
    timePoints: { min: 1, max: 1 },
    pixelSize: false,
    suitability: { modality: 'h-dab', objectDiameterUm: 8 },
  },
  params,
  classification: DAB_CLASSES,

  async analyse(image, given, context) {
    const source = rgbSource(image)
    const { pixelSizeUm } = source
    const diameter = pixelSizeUm
      ? Math.max(3, given.nucleusDiameterUm / Math.sqrt(pixelSizeUm.x * pixelSizeUm.y))
      : given.nucleusDiameterPx
    const scale = nucleusScaleFor(diameter)
    const tiles = splitIntoTiles(source, TILE_SIZE, scale.margin)
    const units = <Outcome>(step: string, work: (tile: Tile) => Promise<Outcome>) =>
      tiles.map((tile) => ({ name: `${step}-${tile.index}`, work: () => work(tile) }))

    const levels = units('levels', (tile) => countLevels(source, tile))
    const whitePoint = whitePointOf(await runWorkUnits(levels, levelCounts, context, [0, 0.05]))
    const absorption = units('absorption', (tile) => countAbsorption(source, tile, whitePoint, scale))
    const counts = await runWorkUnits(absorption, absorptionCounts, context, [0.05, 0.4])
    const thresholds = absorptionThresholdsOf(counts)
    const scores = units('score', (tile) => scoreTile(source, tile, { whitePoint, thresholds, scale }))
    const nuclei = await runWorkUnits(scores, nucleusColumns, context, [0.4, 1])
    return {
      ...resultOf(nuclei, pixelSizeUm),
      provenance: {
        params: given,
        pixelSizeUm,
        nucleusDiameterPx: diameter,
        stainVectors: STAIN_VECTORS,
        whitePoint,
        absorptionThresholds: { outsideDiffuseDab: thresholds[0], inDiffuseDab: thresholds[1] },
        dabOdThresholds: DAB_OD_THRESHOLDS,
      },
    }
  },
})
