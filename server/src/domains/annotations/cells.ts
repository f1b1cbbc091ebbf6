import type { Box } from '@lamella/shared/geometry'

/** Sides of the cells of each size class in pixels of the image. An object is in the first class whose cells are not smaller than it. */
const sides = [1024, 4096, 16_384, 2 ** 20] as const

/** The bits of a number below 2^13, each followed by a 0. */
const spread = (value: number): number => {
  let bits = value
  bits = (bits | (bits << 8)) & 0x00ff00ff
  bits = (bits | (bits << 4)) & 0x0f0f0f0f
  bits = (bits | (bits << 2)) & 0x33333333
  return (bits | (bits << 1)) & 0x55555555
}

const keyOf = (sizeClass: number, column: number, row: number): number =>
  (sizeClass << 26) | spread(column) | (spread(row) << 1)

/**
 * Key of the cell in which an object lies: its size class in the highest bits, then the place of its middle along a Morton curve, so that a
 * plain index finds the objects of a view.
 */
export const cellOf = ([left, top, right, bottom]: Box): number => {
  const extent = Math.max(right - left, bottom - top)
  const fitting = sides.findIndex((side) => extent <= side)
  const sizeClass = fitting < 0 ? sides.length - 1 : fitting
  const side = sides[sizeClass] ?? sides[0]
  const at = (middle: number): number => Math.max(0, Math.floor(middle / side))
  return keyOf(sizeClass, at((left + right) / 2), at((top + bottom) / 2))
}
