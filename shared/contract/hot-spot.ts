/** The window of an image in which the largest share of objects is of some classes. Pixels of the image. */
export interface HotSpot {
  /** Percent of the objects in the window that are of these classes. */
  share: number
  objects: number
  left: number
  top: number
  right: number
  bottom: number
}

export interface HotSpotInput {
  /** Centroids, pixels of the image. */
  x: Float64Array
  y: Float64Array
  /** Index of the class, per object. */
  codes: Uint16Array
  /** Codes of the classes whose share is looked for. */
  counted: ReadonlySet<number>
  /** Least number of objects in a window. */
  least: number
  /** Numbers (from 1) of the objects that do not count. */
  leftOut: ReadonlySet<number>
}

/** Cells along the longer side of the area with objects. */
const CELLS = 256

const largest = (values: Float64Array): number => values.reduce((most, value) => Math.max(most, value), 0)

/**
 * Looks for the hot spot: the area from the corner of the image to the farthest object is divided into cells, 256 along its longer side.
 * Round each cell with an object the smallest square of whole cells is taken that holds enough objects (cut off at the border). The
 * hot spot is the square with the largest share; of equal ones the smallest, of these the first in reading order. With tables of sums
 * 200,000 objects take some milliseconds, so that a page can follow a slider.
 *
 * @returns null when there are too few objects
 */
export const hotSpotOf = ({ x, y, codes, counted, least, leftOut }: HotSpotInput): HotSpot | null => {
  // All objects: leaving one out must not move the cells.
  const [farX, farY] = [largest(x), largest(y)]
  const cell = Math.max(farX, farY, 1) / CELLS
  const indexOf = (place: number) => Math.min(CELLS - 1, Math.max(0, Math.floor(place / cell)))
  const [columns, rows] = [indexOf(farX) + 1, indexOf(farY) + 1]
  const width = columns + 1
  /** Sums over all cells above and to the left, of objects and of those of the classes. */
  const all = new Float64Array(width * (rows + 1))
  const those = new Float64Array(width * (rows + 1))
  for (let row = 0; row < codes.length; row++) {
    if (leftOut.has(row + 1)) continue
    const at = (indexOf(y[row] ?? 0) + 1) * width + indexOf(x[row] ?? 0) + 1
    all[at] = (all[at] ?? 0) + 1
    if (counted.has(codes[row] ?? -1)) those[at] = (those[at] ?? 0) + 1
  }
  const taken = all.map((count) => (count > 0 ? 1 : 0))
  for (const sums of [all, those]) {
    for (let at = width; at < sums.length; at++) {
      if (at % width === 0) continue
      sums[at] = (sums[at] ?? 0) + (sums[at - 1] ?? 0) + (sums[at - width] ?? 0) - (sums[at - width - 1] ?? 0)
    }
  }
  if ((all.at(-1) ?? 0) < least) return null
  const squareAt = (column: number, row: number, reach: number) => ({
    left: Math.max(0, column - reach),
    top: Math.max(0, row - reach),
    right: Math.min(columns, column + reach + 1),
    bottom: Math.min(rows, row + reach + 1),
  })
  const sumIn = (sums: Float64Array, { left, top, right, bottom }: ReturnType<typeof squareAt>): number =>
    (sums[bottom * width + right] ?? 0) -
    (sums[top * width + right] ?? 0) -
    (sums[bottom * width + left] ?? 0) +
    (sums[top * width + left] ?? 0)

  let best = { share: -1, objects: 0, reach: 0, column: 0, row: 0 }
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!taken[(row + 1) * width + column + 1]) continue
      let [from, reach] = [0, CELLS]
      while (from < reach) {
        const middle = (from + reach) >> 1
        if (sumIn(all, squareAt(column, row, middle)) >= least) reach = middle
        else from = middle + 1
      }
      const square = squareAt(column, row, reach)
      const objects = sumIn(all, square)
      const share = sumIn(those, square) / objects
      if (share > best.share || (share === best.share && reach < best.reach))
        best = { share, objects, reach, column, row }
    }
  }
  const { left, top, right, bottom } = squareAt(best.column, best.row, best.reach)
  return {
    share: 100 * best.share,
    objects: best.objects,
    left: left * cell,
    top: top * cell,
    right: Math.min(farX, right * cell),
    bottom: Math.min(farY, bottom * cell),
  }
}
