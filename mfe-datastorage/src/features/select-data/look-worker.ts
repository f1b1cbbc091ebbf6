import type { FileHeader, FileLook } from './file-header.ts'
import { lookIntoFile } from './look-into-file.ts'
import { cziThumbnail } from './small-picture/czi-thumbnail.ts'
import type { DecodeJpeg } from './small-picture/segment-samples.ts'
import { tiffPicture, whyNoTiffPicture } from './small-picture/tiff-picture.ts'

/** A call of `lookAt`, and its answer. */
export interface LookCall {
  id: number
  file: File
}
export interface LookAnswer {
  id: number
  /** Null: the file could not be read. */
  look: FileLook | null
}

/** Edge of a picture in pixels, enough for screens with two per point. */
const edge = 72
/** Larger images would take the browser's memory: pixels. */
const mostPixels = 64_000_000
const decodedByBrowsers: readonly string[] = ['JPEG', 'PNG', 'BMP']

/** A square picture as a data URL. */
const addressOf = async (canvas: OffscreenCanvas): Promise<string> => {
  const bytes = await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })).arrayBuffer()
  return `data:image/jpeg;base64,${btoa(String.fromCharCode(...new Uint8Array(bytes)))}`
}

/** A small square picture. @throws Error where the browser cannot decode the file */
const pictureOf = async (file: Blob): Promise<string> => {
  const whole = await createImageBitmap(file)
  const side = Math.min(whole.width, whole.height)
  const canvas = new OffscreenCanvas(edge, edge)
  const context = canvas.getContext('2d')
  context?.drawImage(whole, (whole.width - side) / 2, (whole.height - side) / 2, side, side, 0, 0, edge, edge)
  whole.close()
  return addressOf(canvas)
}

/** Of a strip or tile. */
const decodeJpeg: DecodeJpeg = async (bytes) => {
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }), { colorSpaceConversion: 'none' })
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d')
  context?.drawImage(bitmap, 0, 0)
  bitmap.close()
  if (!context) throw new Error('The picture cannot be drawn')
  return { width, height, data: context.getImageData(0, 0, width, height).data }
}

const tiffAddress = async (file: Blob): Promise<string | null> => {
  const rgba = await tiffPicture(file, edge, decodeJpeg)
  if (!rgba) return null
  const canvas = new OffscreenCanvas(edge, edge)
  canvas.getContext('2d')?.putImageData(new ImageData(rgba, edge, edge), 0, 0)
  return addressOf(canvas)
}

/** A picture of a file as a data URL; null: none can be made. @throws Error where it cannot be decoded */
const smallPicture = async (file: Blob, { format, width, height }: FileHeader): Promise<string | null> => {
  if (decodedByBrowsers.includes(format)) return width * height > mostPixels ? null : pictureOf(file)
  if (format !== 'CZI') return tiffAddress(file)
  const thumbnail = await cziThumbnail(file)
  return thumbnail && pictureOf(thumbnail)
}

/** Why there is no picture, in words. */
const whyNone = async (file: Blob, { format, width, height }: FileHeader): Promise<string> => {
  if (decodedByBrowsers.includes(format)) {
    return width * height > mostPixels ? 'the image is too large for the browser' : 'the browser cannot decode it'
  }
  if (format === 'CZI') return 'the file has no small picture of its own'
  return whyNoTiffPicture(file).catch(() => 'its pixels could not be read')
}

const look = async (file: File): Promise<FileLook | null> => {
  const found = await lookIntoFile(file, file.name).catch(() => null)
  if (!found?.header) return found
  // Without a picture there are a sign and words in its place: that is no problem of the file.
  const picture = await smallPicture(file, found.header).catch(() => null)
  const noPicture = picture || found.problem ? null : `No preview: ${await whyNone(file, found.header)}.`
  return { ...found, picture, noPicture }
}

/** One file after the other: pictures take memory. */
let last: Promise<unknown> = Promise.resolve()

self.onmessage = ({ data: { id, file } }: MessageEvent<LookCall>): void => {
  last = last.then(async () => self.postMessage({ id, look: await look(file) } satisfies LookAnswer))
}
