/**
 * The objects of a result as columns: one row per object, in the order of their numbers, which start at 1. 200,000 nuclei take some 60 MB,
 * a tenth of the memory of JavaScript objects.
 */
export interface ObjectTable {
  readonly count: number
  /** Index into the result's classes, per object. */
  readonly classes: Uint16Array
  /** By key of the result's column: one value per object; NaN: undefined. */
  readonly values: Readonly<Record<string, Float64Array>>
  /** The outline of object i is the points `rings[i]` to `rings[i + 1]` (excluded); `count + 1` entries. */
  readonly rings: Uint32Array
  /** x and y of each point, in pixels of the image; rings are closed: the first point is repeated last. */
  readonly coordinates: Float32Array | Float64Array
}

/** An object to be added to a table. */
export interface NewObject {
  /** Index into the result's classes. */
  class: number
  values: Readonly<Record<string, number | null>>
  polygon: readonly (readonly [number, number])[]
}

/** Converts to 32-bit floats, half the bytes, when all values are exactly representable. */
function narrowed(values: Float32Array | Float64Array): Float32Array | Float64Array {
  if (values instanceof Float32Array) return values
  return values.every((value) => Math.fround(value) === value) ? Float32Array.from(values) : values
}

/**
 * Collects objects into columns one by one, so that they need not exist in memory at once.
 *
 * @param columns keys; missing values of an object are undefined
 * @param totals upper bounds of the numbers of objects and points
 * @param numbers of the coordinates: 32 bits where they are known to suffice, which takes a third of the memory
 * @throws RangeError when there are more
 */
export function buildObjectTable(
  objects: Iterable<NewObject>,
  columns: readonly string[],
  totals: { objects: number; points: number },
  numbers: typeof Float32Array | typeof Float64Array = Float64Array,
): ObjectTable {
  const classes = new Uint16Array(totals.objects)
  const values = Object.fromEntries(columns.map((key) => [key, new Float64Array(totals.objects)]))
  const rings = new Uint32Array(totals.objects + 1)
  const coordinates = new numbers(2 * totals.points)
  let [count, at] = [0, 0]
  for (const object of objects) {
    if (count >= totals.objects || at + 2 * object.polygon.length > coordinates.length) {
      throw new RangeError('There are more objects or points than announced')
    }
    classes[count] = object.class
    for (const [key, column] of Object.entries(values)) column[count] = object.values[key] ?? Number.NaN
    for (const [x, y] of object.polygon) {
      coordinates[at++] = x
      coordinates[at++] = y
    }
    rings[++count] = at / 2
  }
  return {
    count,
    classes: classes.subarray(0, count),
    values: Object.fromEntries(Object.entries(values).map(([key, column]) => [key, column.subarray(0, count)])),
    rings: rings.subarray(0, count + 1),
    coordinates: narrowed(coordinates.subarray(0, at)),
  }
}

/** Bounding box [left, top, right, bottom] of the points `from` to `to` (excluded) of alternating x and y. */
export function boundingBoxOf(
  coordinates: ArrayLike<number>,
  from: number,
  to: number,
): [number, number, number, number] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 2 * from; i < 2 * to; i += 2) {
    const [x, y] = [coordinates[i] ?? 0, coordinates[i + 1] ?? 0]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return [left, top, right, bottom]
}
