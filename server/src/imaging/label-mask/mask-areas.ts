import type { MaskValues } from '@lamella/shared/contract'
import type { Geometry } from '@lamella/shared/geometry'
import { areaOfRuns, type Run } from '@lamella/shared/geometry/runs.ts'
import { ImagingError } from '../imaging-error.ts'

/** An object of a mask, along the edges of its pixels. */
export interface MaskArea {
  value: number
  geometry: Geometry
}

/** Runs of pixels of a plane at most: a picture that is no mask has about as many as pixels. */
const mostRuns = 10_000_000
/** Classes at most. */
const mostClasses = 255

const refuse = (message: string) => new ImagingError('unsupported', message)

/** Runs of pixels of one value, in reading order: row, from, to, row, from, to, and so on. */
type FlatRuns = number[]

/** The runs of each value of a plane but 0. @param rows - values of whole rows from top to bottom @throws ImagingError */
const runsByValue = async (rows: AsyncIterable<ArrayLike<number>>, width: number): Promise<Map<number, FlatRuns>> => {
  const runs = new Map<number, FlatRuns>()
  let count = 0
  let row = 0
  for await (const values of rows) {
    for (let start = 0; start < values.length; start += width, row += 1) {
      for (let column = 0; column < width; ) {
        const value = values[start + column] ?? 0
        const from = column
        do column += 1
        while (column < width && values[start + column] === value)
        if (value === 0) continue
        if (!(Number.isInteger(value) && value > 0)) {
          throw refuse(`The file is no label mask: it has the value ${value}. Values are whole numbers from 0 on.`)
        }
        count += 1
        if (count > mostRuns) throw refuse('The file is no label mask: nearly every pixel of it has another value.')
        const known = runs.get(value)
        if (known) known.push(row, from, column)
        else runs.set(value, [row, from, column])
      }
    }
  }
  return runs
}

const partsOf = (geometry: Geometry): Geometry[] =>
  geometry.type === 'MultiPolygon'
    ? geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }))
    : [geometry]

/**
 * The objects of a plane of a mask, by value. Pixels are connected where they share a side. An object may have several parts, a connected area of
 * a class is one.
 * @param rows - values of whole rows from top to bottom
 * @throws ImagingError where it is no mask
 */
export async function* areasOf(
  rows: AsyncIterable<ArrayLike<number>>,
  width: number,
  values: MaskValues,
): AsyncGenerator<MaskArea> {
  const runs = await runsByValue(rows, width)
  if (values === 'classes' && runs.size > mostClasses) {
    throw refuse(
      `The mask has ${runs.size} different values, and may have ${mostClasses} classes. Import it with each value as an object.`,
    )
  }
  for (const [value, flat] of [...runs].toSorted(([one], [other]) => one - other)) {
    const own = Array.from({ length: flat.length / 3 }, (_, at): Run => {
      const [first = 0, from = 0, to = 0] = flat.slice(3 * at, 3 * at + 3)
      return [first, from, to]
    })
    const area = areaOfRuns(own)
    if (!area) continue
    for (const geometry of values === 'classes' ? partsOf(area) : [area]) yield { value, geometry }
  }
}
