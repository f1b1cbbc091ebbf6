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

/** All windows that can be the hot spot: what does not depend on the classes of the objects, so that it is computed once. */
export interface HotSpotWindows {
  /** Per object its place in the table of sums; -1: it is left out. */
  places: Int32Array
  /** Entries per row of the table, and all of them: one per cell, with a row and a column of zeros before the first. */
  width: number
  length: number
  /** Side of a cell, and where the farthest objects are; pixels of the image. */
  cell: number
  farX: number
  farY: number
  /** In reading order of their middles; borders are entries of the table, the far ones excluded. */
  windows: readonly { reach: number; objects: number; left: number; top: number; right: number; bottom: number }[]
}

/** Cells along the longer side of the area with objects. */
const CELLS = 256

const largest = (values: Float64Array): number => {
  let most = 0
  for (let i = 0; i < values.length; i++) most = Math.max(most, values[i] ?? 0)
  return most
}

/** Makes of the number per cell, in place, that of all cells above and to the left. */
function sumUp(table: Float64Array, width: number): void {
  for (let at = width; at < table.length; at++) {
    if (at % width === 0) continue
    table[at] = (table[at] ?? 0) + (table[at - 1] ?? 0) + (table[at - width] ?? 0) - (table[at - width - 1] ?? 0)
  }
}

const sumIn = (table: Float64Array, width: number, left: number, top: number, right: number, bottom: number): number =>
  (table[bottom * width + right] ?? 0) -
  (table[top * width + right] ?? 0) -
  (table[bottom * width + left] ?? 0) +
  (table[top * width + left] ?? 0)

/**
 * Divides the area from the corner of the image to the farthest object into cells, 256 along its longer side. Round each cell with an object
 * the smallest square of whole cells is taken that holds enough objects (cut off at the border).
 *
 * @param centroids pixels of the image
 * @param least number of objects in a window
 * @param leftOut numbers (from 1) of the objects that do not count
 */
export function hotSpotWindowsOf(
  { x, y }: { x: Float64Array; y: Float64Array },
  least: number,
  leftOut: ReadonlySet<number>,
): HotSpotWindows {
  // All objects: leaving one out must not move the cells.
  const [farX, farY] = [largest(x), largest(y)]
  const cell = Math.max(farX, farY, 1) / CELLS
  const indexOf = (place: number) => Math.min(CELLS - 1, Math.max(0, Math.floor(place / cell)))
  const [columns, rows] = [indexOf(farX) + 1, indexOf(farY) + 1]
  const width = columns + 1
  const all = new Float64Array(width * (rows + 1))
  const places = new Int32Array(x.length)
  for (let row = 0; row < x.length; row++) {
    const at = leftOut.has(row + 1) ? -1 : (indexOf(y[row] ?? 0) + 1) * width + indexOf(x[row] ?? 0) + 1
    places[row] = at
    if (at >= 0) all[at] = (all[at] ?? 0) + 1
  }
  const isTaken = all.map((count) => (count > 0 ? 1 : 0))
  sumUp(all, width)
  const windows: HotSpotWindows['windows'][number][] = []
  for (let at = width + 1; at < all.length && (all.at(-1) ?? 0) >= least; at++) {
    if (!isTaken[at]) continue
    const [column, row] = [(at % width) - 1, Math.floor(at / width) - 1]
    const window = (reach: number) => ({
      left: Math.max(0, column - reach),
      top: Math.max(0, row - reach),
      right: Math.min(columns, column + reach + 1),
      bottom: Math.min(rows, row + reach + 1),
    })
    const objectsIn = (reach: number) => {
      const { left, top, right, bottom } = window(reach)
      return sumIn(all, width, left, top, right, bottom)
    }
    let [from, reach] = [0, CELLS]
    while (from < reach) {
      const middle = (from + reach) >> 1
      if (objectsIn(middle) >= least) reach = middle
      else from = middle + 1
    }
    windows.push({ ...window(reach), reach, objects: objectsIn(reach) })
  }
  return { places, width, length: all.length, cell, farX, farY, windows }
}

/**
 * The window with the largest share of objects of some classes; of equal ones the smallest, of these the first in reading order. For
 * 200,000 objects it takes some milliseconds, so that a page can follow a slider.
 *
 * @param codes index of the class, per object
 * @param counted codes of the classes whose share is looked for
 * @returns null when there are too few objects
 */
export function hotSpotOf(
  { places, width, length, cell, farX, farY, windows }: HotSpotWindows,
  codes: Uint16Array,
  counted: ReadonlySet<number>,
): HotSpot | null {
  const isCounted = Uint8Array.from({ length: Math.max(0, ...counted) + 1 }, (_, code) => (counted.has(code) ? 1 : 0))
  const those = new Float64Array(length)
  for (let row = 0; row < codes.length; row++) {
    const at = places[row] ?? -1
    if (at >= 0 && isCounted[codes[row] ?? 0]) those[at] = (those[at] ?? 0) + 1
  }
  sumUp(those, width)
  let [best, most] = [windows[0], -1]
  for (const window of windows) {
    const { left, top, right, bottom } = window
    const share = sumIn(those, width, left, top, right, bottom) / window.objects
    if (share > most || (share === most && window.reach < (best?.reach ?? 0))) [best, most] = [window, share]
  }
  if (!best) return null
  return {
    share: 100 * most,
    objects: best.objects,
    left: best.left * cell,
    top: best.top * cell,
    right: Math.min(farX, best.right * cell),
    bottom: Math.min(farY, best.bottom * cell),
  }
}
