import type { ImageBox } from '@lamella/shared/queries'

interface Size {
  width: number
  height: number
}

/**
 * The part of an image whose objects are loaded while a part is visible: somewhat more, so that a small step needs nothing
 * new, and the same one for all parts nearby.
 * @param visible - may reach over the edges of the image
 */
export const boxToLoad = ([left, top, right, bottom]: ImageBox, { width, height }: Size): ImageBox => {
  const side = 2 ** Math.ceil(Math.log2(Math.max(right - left, bottom - top, 2) / 2))
  const down = (value: number): number => Math.max(0, Math.floor(value / side) * side)
  const up = (value: number, most: number): number => Math.min(most, Math.ceil(value / side) * side)
  return [down(left), down(top), up(right, width), up(bottom, height)]
}
