import * as z from 'zod'
import { STAIN_VECTORS } from '../../../operators/color-deconvolution.ts'
import { scaleFor } from '../../../operators/segment-nuclei.ts'
import { type Tile, tilesOf } from '../../../runtime/tiles.ts'
import { runWorkUnits } from '../../../runtime/work-units.ts'
import { toSource } from '../../../sources/rgb.ts'
import { defineApplication } from '../../application.ts'
import { CUTS, resultOf } from './result.ts'
import { nucleus, scoreTile } from './score-tile.ts'
import { absorptionCutsOf, countLevels, countLight, levelCounts, lightCounts, whitePointOf } from './survey.ts'

/** Of a tile's core; with some ten planes of 4 bytes a pixel a tile takes about 60 MB. */
const TILE_SIZE = 1024
/** Diameter of a typical nucleus: in µm for images with a pixel size, in pixels for the others. */
const paramsSchema = z.object({
  nucleusDiameterUm: z.number().min(2).max(60).default(8),
  nucleusDiameterPx: z.number().min(6).max(240).default(20),
})

export const dabScoring = defineApplication({
  name: 'dab-scoring',
  version: '1.0.0',
  status: 'available',
  displayName: 'DAB scoring',
  description: 'Finds nuclei in DAB-stained sections and scores each by its amount of DAB.',
  measures:
    'Nuclei in the classes 0, 1+, 2+ and 3+, positive share, H-score, and of every nucleus area, circularity and the optical density of DAB and hematoxylin.',
  needs: 'A bright-field colour image of a section stained with hematoxylin and DAB, with some clear glass in view.',
  supportsROI: false,
  supportsTimeSeries: false,
  supportsMultichannel: false,
  requiresMultichannel: false,
  requires: { photometric: 'rgb' },
  paramsSchema,

  async analyse(image, params, context) {
    const source = toSource(image)
    const { pixelSizeUm } = source
    const diameter = pixelSizeUm
      ? Math.max(3, params.nucleusDiameterUm / Math.sqrt(pixelSizeUm.x * pixelSizeUm.y))
      : params.nucleusDiameterPx
    const scale = scaleFor(diameter)
    const tiles = tilesOf(source, TILE_SIZE, scale.margin)
    const slices = <State>(step: string, work: (tile: Tile) => Promise<State>) =>
      tiles.map((tile) => ({ name: `${step}-${tile.index}`, work: () => work(tile) }))

    const levels = slices('levels', (tile) => countLevels(source, tile))
    const white = whitePointOf(await runWorkUnits(levels, levelCounts, context, [0, 0.05]))
    const light = slices('light', (tile) => countLight(source, tile, white, scale))
    const cuts = absorptionCutsOf(await runWorkUnits(light, lightCounts, context, [0.05, 0.4]))
    const scores = slices('score', (tile) => scoreTile(source, tile, { white, cuts, scale }))
    const nuclei = await runWorkUnits(scores, z.array(nucleus), context, [0.4, 1])
    return {
      ...resultOf(nuclei.flat(), pixelSizeUm),
      provenance: {
        params,
        pixelSizeUm,
        nucleusDiameterPx: diameter,
        stainVectors: STAIN_VECTORS,
        whitePoint: white,
        absorptionCuts: { outsideSheets: cuts[0], inSheets: cuts[1] },
        dabOdCuts: CUTS,
      },
    }
  },
})
