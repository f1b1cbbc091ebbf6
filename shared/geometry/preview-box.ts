import { type Box, boxOf, type Geometry } from './geometry.ts'

/** Of an object with the picture around it: so much larger than the object, and pixels of the image at least. */
const [share, least] = [1.6, 48]

/** The square around an object that a picture of it shows, in whole pixels of the image. It may reach beyond the image. */
export const previewBox = (geometry: Geometry): Box => {
  const [left, top, right, bottom] = boxOf(geometry)
  const side = Math.max(least, Math.ceil(share * Math.max(right - left, bottom - top)))
  const [x, y] = [Math.round((left + right - side) / 2), Math.round((top + bottom - side) / 2)]
  return [x, y, x + side, y + side]
}
