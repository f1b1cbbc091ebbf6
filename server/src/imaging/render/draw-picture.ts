import { promisify } from 'node:util'
import { gzip, inflate } from 'node:zlib'
import sharp from 'sharp'
import { damaged } from '../imaging-error.ts'
import { samplesFromBytes } from '../sample-type.ts'
import { TILE_SIZE } from '../sizes.ts'
import { composeLight } from './compose-light.ts'
import type { PictureOrder, SamplesOrder } from './order.ts'

const inflateAsync = promisify(inflate)
const gzipAsync = promisify(gzip)
const tilePixels = TILE_SIZE ** 2

/** Red, green and blue of a JPEG or WebP tile, interleaved. @throws Error for anything else */
const rgbOfPicture = async (body: string): Promise<Uint8Array> => {
  const options = { limitInputPixels: tilePixels, failOn: 'error' } as const
  const rgb = await sharp(Buffer.from(body, 'base64'), options).toColourspace('srgb').removeAlpha().raw().toBuffer()
  if (rgb.length !== 3 * tilePixels) throw damaged('A stored tile has another size.')
  return rgb
}

const rgbOfTile = async ({ encoding, type, shown }: PictureOrder, bodies: readonly string[]): Promise<Uint8Array> => {
  if (encoding !== 'deflate') return rgbOfPicture(bodies[0] ?? '')
  const maxOutputLength = (tilePixels * type.bits) / 8
  const layers = await Promise.all(
    bodies.flatMap((body, at) => {
      const setting = shown[at]
      if (!setting) return []
      const samples = inflateAsync(Buffer.from(body, 'base64'), { maxOutputLength })
      return [samples.then((bytes) => ({ samples: samplesFromBytes(type, bytes), shown: setting }))]
    }),
  )
  return composeLight(layers, tilePixels)
}

/** Red, green and blue of the wanted rectangle, interleaved. */
const assemble = async (order: PictureOrder): Promise<Uint8Array> => {
  const { crop, level, tiles } = order
  const rgb = new Uint8Array(3 * crop.width * crop.height)
  const right = Math.min(crop.left + crop.width, level.width)
  const bottom = Math.min(crop.top + crop.height, level.height)
  for (const { x, y, bodies } of tiles) {
    const tile = await rgbOfTile(order, bodies)
    const [left, top] = [x * TILE_SIZE, y * TILE_SIZE]
    const from = Math.max(left, crop.left)
    const to = Math.min(left + TILE_SIZE, right)
    for (let row = Math.max(top, crop.top); row < Math.min(top + TILE_SIZE, bottom); row++) {
      const start = 3 * ((row - top) * TILE_SIZE + from - left)
      const target = 3 * ((row - crop.top) * crop.width + from - crop.left)
      rgb.set(tile.subarray(start, start + 3 * (to - from)), target)
    }
  }
  repeatEdges(rgb, crop.width, right - crop.left, bottom - crop.top)
  return rgb
}

/** Repeats the last column and row that are there. A level of an odd size lacks half of a pixel. */
const repeatEdges = (rgb: Uint8Array, stride: number, columns: number, rows: number): void => {
  for (let row = 0; row < rows && columns < stride; row++) {
    const end = 3 * (row * stride + columns)
    for (let at = end; at < 3 * (row + 1) * stride; at++) rgb[at] = rgb[at - 3] ?? 0
  }
  const last = 3 * (rows - 1) * stride
  for (let at = 3 * rows * stride; at < rgb.length; at += 3 * stride) rgb.copyWithin(at, last, last + 3 * stride)
}

/** Draws a picture of 8 bit in sRGB. @throws Error where a stored tile cannot be read */
export const drawPicture = async (order: PictureOrder): Promise<Buffer> => {
  const { crop, size, mirrored, rotation, gray, format, margin } = order
  const raw = { width: crop.width, height: crop.height, channels: 3 as const }
  const isEnlarged = size.width > crop.width || size.height > crop.height
  const sized = sharp(await assemble(order), { raw }).resize(size.width, size.height, {
    fit: 'fill',
    // Enlarged, pixels are squares: smoothed, they would show what was not measured.
    kernel: isEnlarged ? 'nearest' : 'mitchell',
  })
  const pixels = await (gray ? sized.grayscale() : sized).raw().toBuffer({ resolveWithObject: true })
  // A second pass: in one, sharp turns before it mirrors whatever the order of the calls.
  const { width, height, channels } = pixels.info
  const upright = sharp(pixels.data, { raw: { width, height, channels } })
  const mirror = mirrored ? sharp(await upright.flop().raw().toBuffer(), { raw: { width, height, channels } }) : upright
  const turned = gray ? mirror.rotate(rotation).toColourspace('b-w') : mirror.rotate(rotation)
  const laid = margin ? turned.extend({ ...margin, background: '#000000' }) : turned
  if (format === 'png') return laid.png({ compressionLevel: 3 }).toBuffer()
  if (format === 'webp') return laid.webp({ quality: 90 }).toBuffer()
  return laid.jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer()
}

/** Samples of an RGB tile as three planes, compressed by gzip. @throws Error where it cannot be read */
export const planarSamples = async ({ body }: SamplesOrder): Promise<Buffer> => {
  const rgb = await rgbOfPicture(body)
  const planar = new Uint8Array(rgb.length)
  for (let pixel = 0; pixel < tilePixels; pixel++) {
    for (let band = 0; band < 3; band++) planar[band * tilePixels + pixel] = rgb[3 * pixel + band] ?? 0
  }
  return gzipAsync(planar, { level: 1 })
}
