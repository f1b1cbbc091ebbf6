import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BandPlane, ImageSource, SharpPlane } from './image-source.ts'
import { ImagingError } from './imaging-error.ts'
import { openSource } from './sources/open-source.ts'

/** The original colour picture, read in parts from a file of raw pixels. */
export interface RgbPixels {
  width: number
  height: number
  pixelSizeUm: { x: number; y: number } | null
  /** Interleaved RGB of a region inside the picture. */
  read(region: { left: number; top: number; width: number; height: number }): Promise<Uint8Array>
  close(): Promise<void>
}

const BAND_ROWS = 256

/**
 * Decodes the first plane of an uploaded file once, from top to bottom, into a file of raw pixels: analysis reads it in any
 * order without holding it in memory.
 *
 * @param folder - for that file; `close` removes it
 * @throws ImagingError also for a picture that is not 8-bit RGB
 */
export async function openRgbPixels(path: string, originalName: string, folder: string): Promise<RgbPixels> {
  const source = await openSource(path, originalName)
  try {
    if (source.samples !== 3 || source.type.bits !== 8) {
      throw new ImagingError('unsupported', 'This analysis needs a colour picture with 8 bits a channel.')
    }
    const spool = join(folder, 'pixels.rgb')
    const file = await open(spool, 'w+')
    await spoolPlane(source, file)
    return pixelsIn(file, source, async () => {
      await file.close()
      await rm(spool, { force: true })
    })
  } finally {
    await source.close()
  }
}

async function spoolPlane(source: ImageSource, file: FileHandle): Promise<void> {
  const z = Math.floor((source.size.z - 1) / 2)
  const plane = await source.plane({ c: 0, z, t: 0 })
  if (plane.via === 'bands') await spoolBands(plane, source, file)
  else await spoolStream(plane, source, file)
}

async function spoolBands(plane: BandPlane, { width, height }: ImageSource, file: FileHandle): Promise<void> {
  for (let top = 0; top < height; top += BAND_ROWS) {
    const rows = Math.min(BAND_ROWS, height - top)
    const samples = await plane.rows(top, rows)
    await file.write(samples as Uint8Array, 0, rows * width * 3, top * width * 3)
  }
}

/** libvips keeps a raw picture that it hands over in memory, so a large one is taken in bands. */
async function spoolStream(plane: SharpPlane, { width, height }: ImageSource, file: FileHandle): Promise<void> {
  const rowsAtOnce = Math.max(BAND_ROWS, Math.floor(RAW_BYTES / (width * 3)))
  for (let top = 0; top < height; top += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, height - top)
    const whole = rows === height
    const image = plane.open()
    const band = whole ? image : image.extract({ left: 0, top, width, height: rows })
    const { data } = await band.removeAlpha().raw().toBuffer({ resolveWithObject: true })
    await file.write(data, 0, data.length, top * width * 3)
  }
}

/** Bytes of raw pixels in memory at once. */
const RAW_BYTES = 256_000_000

function pixelsIn(
  file: FileHandle,
  { width, height, pixelSizeUm }: ImageSource,
  close: () => Promise<void>,
): RgbPixels {
  return {
    width,
    height,
    pixelSizeUm,
    close,
    async read(region) {
      const pixels = new Uint8Array(region.width * region.height * 3)
      const row = region.width * 3
      for (let y = 0; y < region.height; y++) {
        await file.read(pixels, y * row, row, ((region.top + y) * width + region.left) * 3)
      }
      return pixels
    },
  }
}
