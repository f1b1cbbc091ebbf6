import { type OrderedFormat, pictureFormats, type Rectangle } from '../../../imaging/index.ts'
import { ApiError } from '../../../platform/http/api-error.ts'

interface Size {
  width: number
  height: number
}

/** Pixels of a picture: two million need less than a tenth of a second, and no request holds up the others. */
export const pictureLimits = { maxWidth: 4096, maxHeight: 4096, maxArea: 2 ** 21 } as const

const refuse = (sentence: string): never => {
  throw new ApiError('ERR_0400', sentence)
}

const pixels = String.raw`(\d{1,10})`
const percent = String.raw`(\d{1,3}(?:\.\d{1,12})?)`
const regionPixels = new RegExp(`^${pixels},${pixels},${pixels},${pixels}$`)
const regionPercent = new RegExp(`^pct:${percent},${percent},${percent},${percent}$`)

/** @throws ApiError ERR_0400 for what is no region, is empty, or lies outside of the image */
export const parseRegion = (text: string, image: Size): Rectangle => {
  if (text === 'full') return { left: 0, top: 0, ...image }
  if (text === 'square') {
    const side = Math.min(image.width, image.height)
    const [left, top] = [Math.floor((image.width - side) / 2), Math.floor((image.height - side) / 2)]
    return { left, top, width: side, height: side }
  }
  const inPixels = regionPixels.exec(text)?.slice(1).map(Number)
  const inPercent = regionPercent.exec(text)?.slice(1).map(Number)
  const sides = [image.width, image.height, image.width, image.height]
  const numbers = inPixels ?? inPercent?.map((share, at) => Math.round((share / 100) * (sides[at] ?? 0)))
  if (!numbers) return refuse('The region must be full, square, x,y,w,h in pixels, or pct:x,y,w,h in percent.')
  const [left = 0, top = 0, width = 0, height = 0] = numbers
  if (width === 0 || height === 0) return refuse('The region is empty.')
  if (left >= image.width || top >= image.height) {
    return refuse(`The region lies outside of the image, which has ${image.width} × ${image.height} pixels.`)
  }
  return { left, top, width: Math.min(width, image.width - left), height: Math.min(height, image.height - top) }
}

/** How much a region may be enlarged so that the limits are met. */
const mostScale = ({ width, height }: Size): number => {
  const { maxWidth, maxHeight, maxArea } = pictureLimits
  return Math.min(maxWidth / width, maxHeight / height, Math.sqrt(maxArea / (width * height)))
}

const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
})

/** The largest that is allowed: rounded down, so that it does not exceed a limit. */
const largest = (region: Size, scale: number): Size => ({
  width: Math.max(1, Math.floor(region.width * scale)),
  height: Math.max(1, Math.floor(region.height * scale)),
})

const sizePixels = new RegExp(`^${pixels}?,${pixels}?$`)
const sizePercent = /^pct:(\d{1,6}(?:\.\d{1,12})?)$/
const sizeWithin = new RegExp(`^!${pixels},${pixels}$`)
const sizeForms = 'The size must be max, w, ,h w,h !w,h or pct:n, with ^ before it to enlarge.'

/** The size that a text without `^` asks for; null: it is none. */
const wantedSize = (text: string, region: Size, isEnlarged: boolean): Size | null => {
  const most = Math.min(mostScale(region), isEnlarged ? Number.POSITIVE_INFINITY : 1)
  if (text === 'max') return largest(region, most)
  const share = sizePercent.exec(text)?.[1]
  if (share !== undefined) return Number(share) > 0 ? scaled(region, Number(share) / 100) : null
  const within = sizeWithin.exec(text)?.slice(1).map(Number)
  if (within) {
    const [width = 0, height = 0] = within
    if (width === 0 || height === 0) return null
    const scale = Math.min(width / region.width, height / region.height)
    return scale < most ? scaled(region, scale) : largest(region, most)
  }
  const [, width, height] = sizePixels.exec(text) ?? []
  if (width === undefined && height === undefined) return null
  const [w, h] = [Number(width), Number(height)]
  if (w === 0 || h === 0) return null
  if (height === undefined) return { width: w, height: scaled(region, w / region.width).height }
  if (width === undefined) return { width: scaled(region, h / region.height).width, height: h }
  return { width: w, height: h }
}

/** @throws ApiError ERR_0400 for what is no size, larger than the region without `^`, or above the limits */
export const parseSize = (text: string, region: Size): Size => {
  const isEnlarged = text.startsWith('^')
  const size = wantedSize(isEnlarged ? text.slice(1) : text, region, isEnlarged)
  if (!size) return refuse(sizeForms)
  const { width, height } = size
  if (!isEnlarged && (width > region.width || height > region.height)) {
    return refuse(
      `The region has ${region.width} × ${region.height} pixels; to enlarge it to ${width} × ${height}, put ^ before the size.`,
    )
  }
  const { maxWidth, maxHeight, maxArea } = pictureLimits
  if (width > maxWidth || height > maxHeight || width * height > maxArea) {
    return refuse(
      `A picture has at most ${maxWidth} × ${maxHeight} pixels and ${maxArea} in all; the OME-Zarr of the image has all samples.`,
    )
  }
  return size
}

const turns = new Map([
  ['0', 0],
  ['90', 90],
  ['180', 180],
  ['270', 270],
  ['360', 0],
] as const)

/** @throws ApiError ERR_0400 for other angles */
export const parseRotation = (text: string): { mirrored: boolean; rotation: 0 | 90 | 180 | 270 } => {
  const mirrored = text.startsWith('!')
  const rotation = turns.get((mirrored ? text.slice(1) : text) as '0')
  if (rotation === undefined) return refuse('The rotation must be 0, 90, 180 or 270, with ! before it to mirror first.')
  return { mirrored, rotation }
}

const isFormat = (text: string | undefined): text is OrderedFormat => pictureFormats.some((format) => format === text)

/** @param text - quality and format, e.g. `default.jpg` @throws ApiError ERR_0400 for others */
export const parseFile = (text: string): { gray: boolean; format: OrderedFormat } => {
  const [quality = '', format, ...rest] = text.split('.')
  if (!['default', 'color', 'gray'].includes(quality)) return refuse('The quality must be default, color or gray.')
  if (!isFormat(format) || rest.length > 0) return refuse(`The format must be ${pictureFormats.join(', ')}.`)
  return { gray: quality === 'gray', format }
}
