import type { Size } from '../operators/size.ts'

const { ceil, max, min } = Math

/** A rectangle of an image, in pixels. */
export interface Region extends Size {
  readonly left: number
  readonly top: number
}

/** A part of an image that is processed at once: results are for its core, filters also use the padding. */
export interface Tile {
  /** From 0 in reading order. */
  index: number
  /** Cores cover the image without overlap. */
  core: Region
  /** The core with `margin` pixels around it, clipped to the image. */
  padded: Region
}

/**
 * Splits an image into tiles whose cores have about equal size.
 *
 * @param coreSize upper bound of a core's sides, in pixels
 * @param margin width of the padding, in pixels
 */
export function splitIntoTiles({ width, height }: Size, coreSize: number, margin: number): Tile[] {
  const [columns, rows] = [ceil(width / coreSize), ceil(height / coreSize)]
  const cut = (length: number, parts: number, part: number) => ((length * part) / parts) | 0
  return Array.from({ length: columns * rows }, (_, index) => {
    const column = index % columns
    const row = (index / columns) | 0
    const [left, right] = [cut(width, columns, column), cut(width, columns, column + 1)]
    const [top, bottom] = [cut(height, rows, row), cut(height, rows, row + 1)]
    const [paddedLeft, paddedTop] = [max(0, left - margin), max(0, top - margin)]
    return {
      index,
      core: { left, top, width: right - left, height: bottom - top },
      padded: {
        left: paddedLeft,
        top: paddedTop,
        width: min(width, right + margin) - paddedLeft,
        height: min(height, bottom + margin) - paddedTop,
      },
    }
  })
}

/** Whether a point, in pixels of the image, is in a region, including its left and top border, excluding right and bottom. */
export const contains = ({ left, top, width, height }: Region, [x, y]: readonly [number, number]): boolean =>
  x >= left && y >= top && x < left + width && y < top + height
