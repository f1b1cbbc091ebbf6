import { open, rm } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import type { SharpPlane } from '../image-source.ts'
import { fileRangeReader } from '../range-reader.ts'
import { TILE_SIZE } from '../sizes.ts'
import { Compression, Photometric } from '../tiff/tags.ts'
import { levelSizes } from './band-pyramid.ts'
import type { BigTiffWriter, WrittenLevel } from './big-tiff.ts'
import { withPyramid } from './plane-file.ts'
import { writeJpegPyramid, writeJpegTiles } from './sharp-pyramid.ts'
import type { TileFormat } from './tile-encodings.ts'

interface Size {
  width: number
  height: number
}

/** Longest side, in pixels, of what sharp writes as JPEG, also of a tiled TIFF: that of a JPEG file, in whole tiles. */
export const LONGEST_JPEG_SIDE = Math.floor(65_535 / TILE_SIZE) * TILE_SIZE

/** @param jpegTables shared by its tiles; null: each has its own */
export const jpegFormat = (jpegTables: Uint8Array | null, rgb: boolean): TileFormat => ({
  compression: Compression.Jpeg,
  photometric: rgb ? Photometric.Rgb : Photometric.YCbCr,
  jpegTables,
})

const tilesAlong = (side: number) => Math.ceil(side / TILE_SIZE)
const starts = (side: number, step: number) => Array.from({ length: Math.ceil(side / step) }, (_, i) => i * step)

/**
 * Appends an 8-bit RGB plane in the given size and all smaller levels to a pyramid, as tiles of quality 90. A level that is longer than
 * `longest` is encoded in parts.
 *
 * @param size of the plane, or of one of its levels
 * @param file for what is written on the way; it is removed
 * @param longest pixels, whole tiles
 * @returns the levels, largest first
 */
export async function appendJpegLevels(
  plane: SharpPlane,
  size: Size,
  writer: BigTiffWriter,
  file: string,
  { isReduced = false, longest = LONGEST_JPEG_SIDE } = {},
): Promise<WrittenLevel[]> {
  const opened = () => {
    const image = plane.open().removeAlpha()
    return isReduced ? image.resize({ ...size, fit: 'fill', kernel: 'linear' }) : image
  }
  if (Math.max(size.width, size.height) <= longest) {
    await writeJpegPyramid(opened(), file)
    return copyLevels(file, writer)
  }
  const level = await appendParts(opened, size, writer, file, longest)
  const [, half] = levelSizes(size.width, size.height)
  return half ? [level, ...(await appendJpegLevels(plane, half, writer, file, { isReduced: true, longest }))] : [level]
}

/** One level, of which each part is a file for a time. */
async function appendParts(
  opened: () => Sharp,
  { width, height }: Size,
  writer: BigTiffWriter,
  file: string,
  longest: number,
): Promise<WrittenLevel> {
  const tiles = tilesAlong(width) * tilesAlong(height)
  let level: WrittenLevel | null = null
  for (const top of starts(height, longest)) {
    for (const left of starts(width, longest)) {
      const part = { left, top, width: Math.min(longest, width - left), height: Math.min(longest, height - top) }
      await writeJpegTiles(opened().extract(part), file)
      const [own] = await copyLevels(file, writer)
      if (!own) throw new RangeError('a part without a level')
      level ??= { width, height, encoding: own.encoding, offsets: Array(tiles), lengths: Array(tiles) }
      if (!isSame(own.encoding.jpegTables, level.encoding.jpegTables))
        throw new RangeError('parts of a level whose tiles share different tables')
      for (const [index, offset] of own.offsets.entries()) {
        const row = top / TILE_SIZE + Math.floor(index / tilesAlong(part.width))
        const at = row * tilesAlong(width) + left / TILE_SIZE + (index % tilesAlong(part.width))
        level.offsets[at] = offset
        level.lengths[at] = own.lengths[index] ?? 0
      }
    }
  }
  if (!level) throw new RangeError('a level without pixels')
  return level
}

const isSame = (a: Uint8Array | null, b: Uint8Array | null) => Buffer.compare(a ?? Buffer.of(), b ?? Buffer.of()) === 0

/** Appends the tiles of all levels of a pyramid file, and removes it. */
async function copyLevels(file: string, writer: BigTiffWriter): Promise<WrittenLevel[]> {
  const handle = await open(file)
  const read = fileRangeReader(handle)
  try {
    return await withPyramid(file, async (pyramid) => {
      const written: WrittenLevel[] = []
      for (const { width, height, jpegTables, rgb, lengths, offsets } of pyramid.levels.toReversed()) {
        const copied: number[] = []
        for (const [index, offset] of offsets.entries())
          copied.push(await writer.append(await read(offset, lengths[index] ?? 0)))
        written.push({ width, height, encoding: jpegFormat(jpegTables, rgb), offsets: copied, lengths: [...lengths] })
      }
      return written
    })
  } finally {
    await handle.close()
    await rm(file)
  }
}
