/** Objects that are shown: the same ones to whoever shows them. */

/** Pixels of the picture on each side. */
export const size = 20_000

/** `#rrggbb` by label. */
export const colors = ['#E69F00', '#56B4E9', '#009E73', '#F0E442', '#0072B2', '#D55E00', '#CC79A7', '#999999']

export interface Cell {
  id: string
  label: number
  /** Not closed. */
  corners: [x: number, y: number][]
}

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
const numbers = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Blobs of 30 corners and 12 to 48 pixels, on quarters of a pixel. */
export const makeCells = (count: number): Cell[] => {
  const next = numbers(1)
  const quarter = (value: number): number => Math.round(4 * Math.min(size, Math.max(0, value))) / 4
  return Array.from({ length: count }, (_, id) => {
    const [x, y, radius, wave, phase] = [size * next(), size * next(), 6 + 18 * next(), 0.2 * next(), 7 * next()]
    const corners = Array.from({ length: 30 }, (__, corner): [number, number] => {
      const angle = (2 * Math.PI * corner) / 30
      const reach = radius * (1 + wave * Math.sin(3 * angle + phase))
      return [quarter(x + reach * Math.cos(angle)), quarter(y + reach * Math.sin(angle))]
    })
    return { id: String(id), label: Math.floor(colors.length * next()), corners }
  })
}

/** What was measured with so many objects. */
export interface CellFigures {
  /** From the call to the whole picture, ms. */
  firstPaint: number
  /** Frames per second of the movement, and the share of them that showed everything sharp. */
  fps: number
  whole: number
  /** Of the longest frame, ms. */
  worst: number
}
