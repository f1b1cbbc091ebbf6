import type { Measurement } from '@lamella/shared/contract'
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

/** Class colours from blue to red with increasing stain, distinguishable in every kind of colour vision. */
const CLASSES = [
  { name: '0', color: '#56B4E9', from: Number.NEGATIVE_INFINITY },
  { name: '1+', color: '#F7D644', from: DAB_OD_THRESHOLDS.weak },
  { name: '2+', color: '#E69F00', from: DAB_OD_THRESHOLDS.moderate },
  { name: '3+', color: '#E24328', from: DAB_OD_THRESHOLDS.strong },
] as const

const COLUMN_KEYS = ['area', 'dabOd', 'hematoxylinOd', 'circularity', 'x', 'y'] as const

/** Intensity score of a nucleus, 0 to 3: the index of its class. */
const scoreOf = (dabOd: number): number => CLASSES.findLastIndex(({ from }) => dabOd >= from)

/** Null without values. The sum keeps the order of the objects: another order would change the last digits. */
function mean(values: Iterable<number>): number | null {
  let [sum, count] = [0, 0]
  for (const value of values) {
    sum += value
    count++
  }
  return count ? sum / count : null
}

const median = (values: Float64Array): number | null => {
  const sorted = values.toSorted()
  const middle = [sorted.at((sorted.length - 1) >> 1), sorted.at(sorted.length >> 1)]
  return mean(middle.filter((value) => value !== undefined))
}

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
        class: scoreOf(at(place, 'dabOd')),
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

/**
 * Summarises the nuclei of all tiles. Positive share: nuclei of the classes 1+ to 3+ in percent of all; H-score: 1 × % of 1+ plus
 * 2 × % of 2+ plus 3 × % of 3+, 0 to 300 (McCarty et al. 1985).
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
  const counts = CLASSES.map(() => 0)
  for (const code of objects.classes) counts[code] = (counts[code] ?? 0) + 1
  const classes = CLASSES.map(({ name, color }, code) => ({ name, color, count: counts[code] ?? 0 }))
  const total = objects.count
  const positive = total - (counts[0] ?? 0)
  const weighted = counts.reduce((sum, count, score) => sum + score * count, 0)
  // Without nuclei only their number is defined.
  const percentOfNuclei = (amount: number) => (total ? (100 * amount) / total : null)
  const valuesOf = (key: (typeof COLUMN_KEYS)[number]) => objects.values[key] ?? new Float64Array()
  const measurements: Measurement[] = [
    { key: 'nuclei', title: 'Nuclei', value: total, unit: '', decimals: 0 },
    ...classes.map(({ name, count }) => ({
      key: `count${name}`,
      title: `Class ${name}`,
      value: count,
      unit: '',
      decimals: 0,
    })),
    { key: 'positiveShare', title: 'Positive', value: percentOfNuclei(positive), unit: '%', decimals: 1 },
    { key: 'hScore', title: 'H-score', value: percentOfNuclei(weighted), unit: '', decimals: 0 },
    { key: 'meanArea', title: 'Mean area', value: mean(valuesOf('area')), unit: areaUnit, decimals: 1 },
    { key: 'medianArea', title: 'Median area', value: median(valuesOf('area')), unit: areaUnit, decimals: 1 },
    { key: 'meanDabOd', title: 'Mean DAB OD', value: mean(valuesOf('dabOd')), unit: '', decimals: 3 },
  ]
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
