import { open, rm } from 'node:fs/promises'
import sharp from 'sharp'
import type { BandPlane, Plane, SceneSource, SharpPlane } from '../image-source.ts'
import { uint8 } from '../sample-type.ts'
import { TILE_SIZE } from '../sizes.ts'
import { writeBandPyramid } from './band-pyramid.ts'
import { BigTiffWriter, type PixelFormat } from './big-tiff.ts'
import { appendJpegLevels, LONGEST_JPEG_SIDE } from './jpeg-levels.ts'
import type { LevelPicture } from './kept-levels.ts'
import { writePassedThrough } from './pass-through.ts'
import { writeFlatTiff, writeJpegPyramid } from './sharp-pyramid.ts'
import { jpegTiles, webpTiles } from './tile-encodings.ts'

/** Pixels up to which pictures are stored without loss, always: labels, diagrams and sections of slides. */
const LOSSLESS_PIXELS = 16_000_000
/** Bytes of decoded rows that are in memory at once of a plane of which any part can be decoded; twice. */
const BAND_BYTES = 32 * 1024 * 1024

/**
 * Writes an 8-bit RGB plane: the JPEG tiles of the file unchanged, where they fit; without loss, when it is small or has a palette; as JPEG
 * of quality 90 otherwise.
 *
 * @returns small levels, as they are in the file: none where they have to be decoded
 * @throws ImagingError when it cannot be decoded
 */
export async function writeColourPyramid(source: SceneSource, plane: Plane, file: string): Promise<LevelPicture[]> {
  const { width, height, fewColours = false } = source
  const image = { width, height, type: uint8, samples: 3 } as const
  const small = width * height <= LOSSLESS_PIXELS
  const encoding = small || fewColours ? webpTiles : jpegTiles
  if (plane.via === 'bands') return writeBandPyramid({ ...image, plane }, file, encoding)
  if (plane.storedTiles && (await writePassedThrough(plane, plane.storedTiles, image, file))) return []
  if (small) return writeBandPyramid({ ...image, plane: inMemory(plane, width) }, file, encoding)
  // The tiles of libvips are larger than `jpegTiles`, but written in a quarter of the time.
  if (!fewColours) {
    await writeEncoded(plane, image, file)
    return []
  }
  const flat = `${file}.flat`
  await writeFlatTiff(plane.open(), flat)
  const open = () => sharp(flat, { limitInputPixels: false })
  const kept = await writeBandPyramid({ ...image, plane: byParts({ via: 'sharp', open }, image) }, file, encoding)
  await rm(flat)
  return kept
}

/** JPEG by libvips, which writes files of at most 65,535 pixels per side. */
async function writeEncoded(plane: SharpPlane, image: PixelFormat & { width: number; height: number }, file: string) {
  if (Math.max(image.width, image.height) <= LONGEST_JPEG_SIDE) return writeJpegPyramid(plane.open(), file)
  const handle = await open(file, 'w')
  try {
    const writer = new BigTiffWriter(handle)
    await writer.finish(await appendJpegLevels(plane, image, writer, `${file}.part`), image)
  } finally {
    await handle.close()
  }
}

/** Decoded once, as a whole. */
function inMemory(plane: SharpPlane, width: number): BandPlane {
  let pixels: Promise<Uint8Array> | null = null
  return {
    via: 'bands',
    async rows(top, count) {
      pixels ??= plane.open().removeAlpha().raw().toBuffer()
      return (await pixels).subarray(3 * width * top, 3 * width * (top + count))
    },
  }
}

/** Decoded in parts of whole tiles, of some dozen megabytes; the next one while the rows of one are encoded. */
function byParts(plane: SharpPlane, { width, height }: { width: number; height: number }): BandPlane {
  const rowBytes = 3 * width
  const partRows = Math.max(1, Math.floor(BAND_BYTES / rowBytes / (2 * TILE_SIZE))) * 2 * TILE_SIZE
  const decode = (index: number): Promise<Uint8Array> | null => {
    const top = index * partRows
    if (top >= height) return null
    const part = plane.open().extract({ left: 0, top, width, height: Math.min(partRows, height - top) })
    const pixels = part.removeAlpha().raw().toBuffer()
    // It is awaited later, or never after another error.
    pixels.catch(() => undefined)
    return pixels
  }
  let index = 0
  let part = decode(0)
  let next = decode(1)
  return {
    via: 'bands',
    async rows(top, count) {
      while (top >= (index + 1) * partRows) {
        index++
        part = next
        next = decode(index + 1)
      }
      const from = (top - index * partRows) * rowBytes
      return (await part)?.subarray(from, from + count * rowBytes) ?? new Uint8Array()
    },
  }
}
