import { between, type Random } from '../learning/random.ts'
import { around, wrap } from './plane.ts'

/** A seed of a cell, with a number of its own for all that differs from cell to cell. */
export interface CellSeed {
  x: number
  y: number
  /** 0 to 1. */
  kind: number
}

/** The two nearest seeds of a point. */
export interface NearestCells {
  cell: CellSeed
  /** Vector from the seed to the point, px. */
  dx: number
  dy: number
  /** Distance to the border with the second nearest cell, px: 0 on the border. */
  border: number
}

/** A periodic Voronoi pattern of jittered seeds (Worley 1996, "A cellular texture basis function"). */
export class Cells {
  readonly #seeds: CellSeed[]
  readonly #columns: number
  readonly #rows: number
  readonly #width: number
  readonly #height: number

  /**
   * @param columns - cells per period, horizontally; likewise `rows`
   * @param jitter - 0: a regular grid, 1: each seed anywhere in its place
   */
  constructor(
    random: Random,
    { width, height, columns, rows, jitter }: Record<'width' | 'height' | 'columns' | 'rows' | 'jitter', number>,
  ) {
    this.#columns = columns
    this.#rows = rows
    this.#width = width
    this.#height = height
    const place = (index: number, count: number, length: number, shift: number) =>
      ((index + 0.5 + shift + jitter * between(random, -0.5, 0.5)) * length) / count
    this.#seeds = Array.from({ length: columns * rows }, (_, i) => {
      const row = Math.floor(i / columns)
      return {
        x: place(i % columns, columns, width, row % 2 ? 0.25 : -0.25),
        y: place(row, rows, height, 0),
        kind: random(),
      }
    })
  }

  nearest(x: number, y: number): NearestCells {
    const [columns, rows, width, height] = [this.#columns, this.#rows, this.#width, this.#height]
    // Whole numbers are kept as such: their remainders are many times faster.
    const column = Math.floor((x / width) * columns) | 0
    const row = Math.floor((y / height) * rows) | 0
    let first: CellSeed | undefined
    let second: CellSeed | undefined
    let firstX = 0
    let firstY = 0
    let secondX = 0
    let secondY = 0
    let best = Infinity
    let next = Infinity
    for (let j = row - 1; j <= row + 1; j++) {
      const start = wrap(j, rows) * columns
      for (let i = column - 2; i <= column + 2; i++) {
        const seed = this.#seeds[start + wrap(i, columns)]
        if (!seed) continue
        const dx = around(x - seed.x, width)
        const dy = around(y - seed.y, height)
        const square = dx * dx + dy * dy
        if (square < best) {
          second = first
          secondX = firstX
          secondY = firstY
          next = best
          first = seed
          firstX = dx
          firstY = dy
          best = square
        } else if (square < next) {
          second = seed
          secondX = dx
          secondY = dy
          next = square
        }
      }
    }
    if (!first || !second) throw new Error('A pattern of cells needs at least two')
    const apart = Math.hypot(firstX - secondX, firstY - secondY) || 1
    return { cell: first, dx: firstX, dy: firstY, border: (next - best) / (2 * apart) }
  }
}
