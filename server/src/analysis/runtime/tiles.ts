import type { Size } from '../operators/size.ts'

const { ceil, max, min } = Math

/** A rectangle of an image, pixels. */
export interface Region extends Size {
  readonly left: number
  readonly top: number
}

/** A part of an image that is worked on at once: it answers for its core and sees its surroundings too. */
export interface Tile {
  /** In reading order from 0. */
  index: number
  /** Cores cover the image without overlap. */
  core: Region
  /** The core and `margin` pixels round it, as far as the image goes. */
  padded: Region
}

/**
 * Cuts an image into tiles of about equal size.
 * @param coreSize the longest side of a core, pixels
 * @param margin pixels
 */
export function tilesOf({ width, height }: Size, coreSize: number, margin: number): Tile[] {
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

/** Whether a point of the image belongs to a region; regions are closed at the left and top, open at the right and bottom. */
export const contains = ({ left, top, width, height }: Region, [x, y]: readonly [number, number]): boolean =>
  x >= left && y >= top && x < left + width && y < top + height
