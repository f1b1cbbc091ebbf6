import type { ImageBox } from '@lamella/shared/queries'

interface Size {
  width: number
  height: number
}

/**
 * Box of image pixels whose objects are loaded for a visible box: widened to a grid of half its larger side, rounded up
 * to a power of two. A small pan then needs no request, and nearby boxes share one cached answer.
 * @param visible - left, top, right, bottom in image pixels; may exceed the image
 */
export const boxToLoad = ([left, top, right, bottom]: ImageBox, { width, height }: Size): ImageBox => {
  const side = 2 ** Math.ceil(Math.log2(Math.max(right - left, bottom - top, 2) / 2))
  const down = (value: number): number => Math.max(0, Math.floor(value / side) * side)
  const up = (value: number, most: number): number => Math.min(most, Math.ceil(value / side) * side)
  return [down(left), down(top), up(right, width), up(bottom, height)]
}
