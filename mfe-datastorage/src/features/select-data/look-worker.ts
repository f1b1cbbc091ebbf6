import type { FileLook } from './file-header.ts'
import { lookIntoFile } from './look-into-file.ts'

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

/** A small square picture as a data URL. @throws Error where the browser cannot decode the file */
const pictureOf = async (file: Blob): Promise<string> => {
  const whole = await createImageBitmap(file)
  const side = Math.min(whole.width, whole.height)
  const canvas = new OffscreenCanvas(edge, edge)
  const context = canvas.getContext('2d')
  context?.drawImage(whole, (whole.width - side) / 2, (whole.height - side) / 2, side, side, 0, 0, edge, edge)
  whole.close()
  const bytes = await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })).arrayBuffer()
  return `data:image/jpeg;base64,${btoa(String.fromCharCode(...new Uint8Array(bytes)))}`
}

const look = async (file: File): Promise<FileLook | null> => {
  const found = await lookIntoFile(file, file.name).catch(() => null)
  const header = found?.header
  if (!header || !decodedByBrowsers.includes(header.format) || header.width * header.height > mostPixels) return found
  return pictureOf(file).then(
    (picture) => ({ ...found, picture }),
    () => found,
  )
}

/** One file after the other: pictures take memory. */
let last: Promise<unknown> = Promise.resolve()

self.onmessage = ({ data: { id, file } }: MessageEvent<LookCall>): void => {
  last = last.then(async () => self.postMessage({ id, look: await look(file) } satisfies LookAnswer))
}
