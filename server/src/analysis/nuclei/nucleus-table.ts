import { buildObjectTable, type NewObject, type ObjectTable } from '../results/object-table.ts'
import { type NucleusBatch, unpackNuclei } from './nucleus-batch.ts'

/** A column of the objects, and how its values are stored. */
export interface NucleusColumn {
  key: string
  title: string
  unit: string
  /** To be shown. */
  decimals: number
  /** Decimals that are kept: more would be noise, and make files larger. */
  kept: number
  /** What the measured values are multiplied with; 1 unless given. */
  factor?: number
}

/** A column as a result has it. */
export const presentColumn = ({ key, title, unit, decimals }: NucleusColumn) => ({ key, title, unit, decimals })

const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals

/**
 * The nuclei of all work units as one table, in reading order of their centroids, so that their numbers do not depend on the units.
 *
 * @param columns of which `x` and `y` are the centroid
 * @param classOf index of the class, by the values before rounding
 */
export function nucleusTable(
  batches: readonly NucleusBatch[],
  columns: readonly NucleusColumn[],
  classOf: (values: (key: string) => number) => number,
): ObjectTable {
  const parts = batches.filter(({ count }) => count > 0).map(unpackNuclei)
  const places = parts.flatMap(({ values, points, coordinates }) => {
    let first = 0
    return Array.from(points, (length, index) => {
      const at = (key: string) => values[key]?.[index] ?? Number.NaN
      const place = { at, x: at('x'), y: at('y'), coordinates, first, length }
      first += length
      return place
    })
  })
  places.sort((a, b) => a.y - b.y || a.x - b.x)
  const objects = function* (): Generator<NewObject> {
    for (const { at, coordinates, first, length } of places) {
      yield {
        class: classOf(at),
        polygon: Array.from({ length }, (_, i): [number, number] => [
          coordinates[2 * (first + i)] ?? 0,
          coordinates[2 * (first + i) + 1] ?? 0,
        ]),
        values: Object.fromEntries(columns.map(({ key, kept, factor = 1 }) => [key, round(at(key) * factor, kept)])),
      }
    }
  }
  const points = parts.reduce((sum, { coordinates }) => sum + coordinates.length / 2, 0)
  return buildObjectTable(
    objects(),
    columns.map(({ key }) => key),
    { objects: places.length, points },
    Float32Array,
  )
}
