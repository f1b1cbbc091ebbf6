import { buildObjectTable, type NewObject, type ObjectTable } from '../results/object-table.ts'
import type { NucleusColumns } from './nucleus-batch.ts'

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

/** Where each nucleus lies in the parts, as numbers: an object for each of 200,000 nuclei takes some 60 MB. */
function placesOf(parts: readonly NucleusColumns[]) {
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  const part = new Uint32Array(total)
  const index = new Uint32Array(total)
  const first = new Uint32Array(total)
  const x = new Float64Array(total)
  const y = new Float64Array(total)
  let place = 0
  for (const [number, { count, values, points }] of parts.entries()) {
    for (let i = 0, point = 0; i < count; i++, place++) {
      part[place] = number
      index[place] = i
      first[place] = point
      x[place] = values.x?.[i] ?? Number.NaN
      y[place] = values.y?.[i] ?? Number.NaN
      point += points[i] ?? 0
    }
  }
  const inReadingOrder = () =>
    Uint32Array.from(part.keys()).sort((a, b) => (y[a] ?? 0) - (y[b] ?? 0) || (x[a] ?? 0) - (x[b] ?? 0) || a - b)
  return { part, index, /** First point of its outline. */ first, inReadingOrder }
}

/**
 * The nuclei of all work units as one table, in reading order of their centroids, so that their numbers do not depend on the units.
 *
 * @param columns of which `x` and `y` are the centroid
 * @param classOf index of the class, by the values before rounding
 */
export function nucleusTable(
  batches: readonly NucleusColumns[],
  columns: readonly NucleusColumn[],
  classOf: (values: (key: string) => number) => number,
): ObjectTable {
  const parts = batches.filter(({ count }) => count > 0)
  const places = placesOf(parts)
  const objects = function* (): Generator<NewObject> {
    for (const place of places.inReadingOrder()) {
      const part = parts[places.part[place] ?? 0]
      const index = places.index[place] ?? 0
      const first = places.first[place] ?? 0
      const at = (key: string) => part?.values[key]?.[index] ?? Number.NaN
      yield {
        class: classOf(at),
        polygon: Array.from({ length: part?.points[index] ?? 0 }, (_, i): [number, number] => [
          part?.coordinates[2 * (first + i)] ?? 0,
          part?.coordinates[2 * (first + i) + 1] ?? 0,
        ]),
        values: Object.fromEntries(columns.map(({ key, kept, factor = 1 }) => [key, round(at(key) * factor, kept)])),
      }
    }
  }
  const points = parts.reduce((sum, { coordinates }) => sum + coordinates.length / 2, 0)
  return buildObjectTable(
    objects(),
    columns.map(({ key }) => key),
    { objects: places.part.length, points },
    Float32Array,
  )
}
