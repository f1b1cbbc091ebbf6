import * as z from 'zod'
import { surveyLevels } from '../../nuclei/survey-bright-field.ts'
import { countTrichrome, sumOfTrichrome } from '../../operators/trichrome.ts'
import { AnalysisRefused } from '../../runtime/analysis-refused.ts'
import { splitIntoTiles, type Tile } from '../../runtime/tiles.ts'
import { runWorkUnits } from '../../runtime/work-units.ts'
import { rgbSource } from '../../sources/rgb.ts'
import { trichromeFindings } from '../../suitability/trichrome-findings.ts'
import { defineApplication } from '../application.ts'
import { resultOf } from './result.ts'

/** Pixels: enough for a share, and few enough to be read at once. */
const SIDES = { min: 64, max: 2048, unknown: 512 } as const
/** Fields per checkpoint. */
const BATCH = 64

const params = z.strictObject({
  fieldUm: z.number().min(50).max(2000).default(250).meta({
    title: 'Side of a field',
    description:
      'Of the map only: the shares of the whole image do not depend on it. 512 px where the pixel size is unknown.',
    unit: 'µm',
    step: 50,
  }),
})

const number = z.number()
const batch = z.array(z.object({ stained: number, blue: number, red: number, dark: number, between: number }))

/** Measures how much of a section in Masson's trichrome is collagen, by the colour of every pixel, and maps it. */
export const collagenArea = defineApplication({
  name: 'collagen-area',
  version: '1.1.0',
  status: 'available',
  displayName: 'Collagen area',
  description:
    "Measures how much of a section in Masson's trichrome is collagen (fibrosis), by the colour of every pixel. For research, not for diagnosis.",
  measures: 'Collagen as a share of the tissue and as an area, and a map of the share in square fields.',
  needs:
    "A bright-field colour image of a section in Masson's trichrome with a blue dye (aniline or methyl blue), with some clear glass in view.",
  limits:
    'All that is blue counts, also around vessels and in the epicardium; strands thinner than two pixels are partly missed. Sections in other stains, and those with next to no collagen, are refused; an empty image has no share.',
  supportsROI: false,
  requires: {
    kinds: ['TwoDimensions', 'TimeSeries'],
    photometric: 'rgb',
    channels: { min: 1, max: 1 },
    timePoints: { min: 1, max: 1 },
    pixelSize: false,
    suitability: { modality: 'trichrome' },
  },
  params,
  classification: null,

  async analyse(image, given, context) {
    const source = rgbSource(image)
    const { pixelSizeUm } = source
    const { section, whitePoint } = await surveyLevels(source, context, [0, 0.3])
    const side = pixelSizeUm ? Math.round(given.fieldUm / Math.sqrt(pixelSizeUm.x * pixelSizeUm.y)) : SIDES.unknown
    const tiles = splitIntoTiles(source, Math.min(SIDES.max, Math.max(SIDES.min, side)), 0)
    const count = async ({ core }: Tile) => countTrichrome((await section.read(core)).rgb, whitePoint)
    const units = Array.from({ length: Math.ceil(tiles.length / BATCH) }, (_, i) => ({
      name: `fields-${i}`,
      work: async () => {
        const counts = []
        for (const tile of tiles.slice(i * BATCH, (i + 1) * BATCH)) counts.push(await count(tile))
        return counts
      },
    }))
    const counts = (await runWorkUnits(units, batch, context, [0.3, 1])).flat()
    const sum = sumOfTrichrome(counts)
    const [problem] = trichromeFindings(sum, source.width * source.height, whitePoint)
    if (problem) throw new AnalysisRefused(`Collagen cannot be measured in this image. ${problem.sentence}`)
    const fields = counts.map((found, i) => ({ region: (tiles[i] as Tile).core, counts: found }))
    return { ...resultOf(fields, source, pixelSizeUm), provenance: { params: given, pixelSizeUm, whitePoint } }
  },
})
