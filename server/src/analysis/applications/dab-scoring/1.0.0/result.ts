import { type Classification, classIndexOf, type Measurement, summarise } from '@lamella/shared/contract'
import { buildObjectTable, type NewObject, type ObjectTable } from '../../../results/object-table.ts'
import type { PixelSize } from '../../../sources/pixel-source.ts'
import type { AnalysisResult } from '../../application.ts'
import type { NucleusColumns } from './score-tile.ts'

/**
 * Smallest mean DAB optical density of a nucleus in each positive class: the defaults of QuPath's positive cell detection
 * ("Nucleus: DAB OD mean" 0.2, 0.4, 0.6; Bankhead et al. 2017, "QuPath: Open source software for digital pathology image
 * analysis"), so that scores can be compared.
 */
export const DAB_OD_THRESHOLDS = { weak: 0.2, moderate: 0.4, strong: 0.6 } as const

/**
 * Classes and what follows from them. Class colours go from blue to red with increasing stain, distinguishable in every kind of
 * colour vision. Positive share: nuclei of the classes 1+ to 3+ in percent of all; H-score: 1 × % of 1+ plus 2 × % of 2+ plus
 * 3 × % of 3+, 0 to 300 (McCarty et al. 1985).
 */
export const DAB_CLASSES: Classification = {
  column: 'dabOd',
  objects: 'nuclei',
  classes: [
    { name: '0', color: '#56B4E9' },
    { name: '1+', color: '#F7D644' },
    { name: '2+', color: '#E69F00' },
    { name: '3+', color: '#E24328' },
  ],
  cuts: [DAB_OD_THRESHOLDS.weak, DAB_OD_THRESHOLDS.moderate, DAB_OD_THRESHOLDS.strong],
  minimum: 0,
  maximum: 2,
  step: 0.01,
  measures: {
    nuclei: { kind: 'count' },
    count0: { kind: 'count', classes: ['0'] },
    'count1+': { kind: 'count', classes: ['1+'] },
    'count2+': { kind: 'count', classes: ['2+'] },
    'count3+': { kind: 'count', classes: ['3+'] },
    positiveShare: { kind: 'share', classes: ['1+', '2+', '3+'] },
    hScore: { kind: 'score', weights: { '1+': 1, '2+': 2, '3+': 3 } },
    meanArea: { kind: 'mean', column: 'area' },
    medianArea: { kind: 'median', column: 'area' },
    meanDabOd: { kind: 'mean', column: 'dabOd' },
  },
}

const COLUMN_KEYS = ['area', 'dabOd', 'hematoxylinOd', 'circularity', 'x', 'y'] as const

const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals

/** Position of a nucleus in the columns of its tile. */
interface Place {
  tile: NucleusColumns
  index: number
  firstPoint: number
}

function placesOf(tiles: readonly NucleusColumns[]): Place[] {
  return tiles.flatMap((tile) => {
    let firstPoint = 0
    return tile.points.map((points, index) => {
      const place = { tile, index, firstPoint }
      firstPoint += points
      return place
    })
  })
}

const polygonOf = ({ tile, index, firstPoint }: Place): NewObject['polygon'] =>
  Array.from({ length: tile.points[index] ?? 0 }, (_, i): [number, number] => [
    tile.coordinates[2 * (firstPoint + i)] ?? 0,
    tile.coordinates[2 * (firstPoint + i) + 1] ?? 0,
  ])

/** Objects in reading order of their centroids, so that object numbers do not depend on the tiles. `pixelArea`: µm² per pixel, or 1. */
function objectsOf(tiles: readonly NucleusColumns[], pixelArea: number): ObjectTable {
  const at = (place: Place, key: (typeof COLUMN_KEYS)[number]) => place.tile[key][place.index] ?? 0
  const ordered = placesOf(tiles).sort((a, b) => at(a, 'y') - at(b, 'y') || at(a, 'x') - at(b, 'x'))
  const objects = function* (): Generator<NewObject> {
    for (const place of ordered) {
      yield {
        class: classIndexOf(at(place, 'dabOd'), DAB_CLASSES.cuts),
        polygon: polygonOf(place),
        values: {
          area: round(at(place, 'area') * pixelArea, 4),
          dabOd: round(at(place, 'dabOd'), 5),
          hematoxylinOd: round(at(place, 'hematoxylinOd'), 5),
          circularity: round(at(place, 'circularity'), 5),
          x: round(at(place, 'x'), 3),
          y: round(at(place, 'y'), 3),
        },
      }
    }
  }
  const points = tiles.reduce((sum, { coordinates }) => sum + coordinates.length / 2, 0)
  return buildObjectTable(objects(), COLUMN_KEYS, { objects: ordered.length, points })
}

const integer = { value: null, unit: '', decimals: 0 }

/** The measurements of an image, their values still undefined. */
const measurementsWith = (areaUnit: string): Measurement[] => [
  { key: 'nuclei', title: 'Nuclei', ...integer },
  ...DAB_CLASSES.classes.map(({ name }) => ({ key: `count${name}`, title: `Class ${name}`, ...integer })),
  { key: 'positiveShare', title: 'Positive', value: null, unit: '%', decimals: 1 },
  { key: 'hScore', title: 'H-score', ...integer },
  { key: 'meanArea', title: 'Mean area', value: null, unit: areaUnit, decimals: 1 },
  { key: 'medianArea', title: 'Median area', value: null, unit: areaUnit, decimals: 1 },
  { key: 'meanDabOd', title: 'Mean DAB OD', value: null, unit: '', decimals: 3 },
]

/**
 * Summarises the nuclei of all tiles (`DAB_CLASSES`).
 *
 * @param pixelSize µm per pixel; null: areas are in square pixels
 * @returns the result without its provenance; areas in µm² or px², optical densities without unit, positions in pixels
 */
export function resultOf(
  tiles: readonly NucleusColumns[],
  pixelSize: PixelSize | null,
): Omit<AnalysisResult, 'provenance'> {
  const areaUnit = pixelSize ? 'µm²' : 'px²'
  const objects = objectsOf(tiles, pixelSize ? pixelSize.x * pixelSize.y : 1)
  const { figures: measurements, classes } = summarise({
    figures: measurementsWith(areaUnit),
    classification: DAB_CLASSES,
    codes: objects.classes,
    columns: objects.values,
  })
  return {
    measurements,
    classes,
    columns: [
      { key: 'area', title: 'Area', unit: areaUnit, decimals: 1 },
      { key: 'dabOd', title: 'DAB OD', unit: '', decimals: 3 },
      { key: 'hematoxylinOd', title: 'Hematoxylin OD', unit: '', decimals: 3 },
      { key: 'circularity', title: 'Circularity', unit: '', decimals: 2 },
      { key: 'x', title: 'X', unit: 'px', decimals: 1 },
      { key: 'y', title: 'Y', unit: 'px', decimals: 1 },
    ],
    objects,
  }
}
