import { open } from 'node:fs/promises'
import sharp from 'sharp'
import type { SharpPlane, StoredTiles } from '../image-source.ts'
import { isPlainTile, jpegPrefix } from '../pyramid/jpeg-stream.ts'
import { uint8 } from '../sample-type.ts'
import { TILE_SIZE } from '../sizes.ts'
import { levelSizes } from './band-pyramid.ts'
import { BigTiffWriter, type WrittenLevel } from './big-tiff.ts'
import { appendJpegLevels, jpegFormat } from './jpeg-levels.ts'

interface Size {
  width: number
  height: number
}

/** Mean difference of samples, 0 to 255, that decoders of one JPEG may have; a colour profile makes more. */
const TOLERANCE = 1

/**
 * Writes a pyramid whose largest level has the JPEG tiles of the file, without loss and without encoding them; the smaller levels are JPEG of
 * quality 90.
 *
 * @returns false: a tile is no JPEG that a browser shows as libvips decodes it, so that the plane has to be encoded; there is no file then
 */
export async function writePassedThrough(
  plane: SharpPlane,
  stored: StoredTiles,
  size: Size,
  file: string,
): Promise<boolean> {
  if (!(await looksAlike(plane, stored, size))) return false
  const handle = await open(file, 'w')
  try {
    const writer = new BigTiffWriter(handle)
    const base = await copyBase(stored, size, writer)
    if (!base) return false
    const [, half] = levelSizes(size.width, size.height)
    // As libvips makes them of the image in half its size.
    const smaller = half ? await appendJpegLevels(plane, half, writer, `${file}.half`, { isReduced: true }) : []
    await writer.finish([base, ...smaller], { type: uint8, samples: 3 })
    return true
  } finally {
    await handle.close()
  }
}

const tilesAlong = (side: number) => Math.ceil(side / TILE_SIZE)

async function copyBase(stored: StoredTiles, size: Size, writer: BigTiffWriter): Promise<WrittenLevel | null> {
  const level: WrittenLevel = { ...size, encoding: jpegFormat(stored.jpegTables, stored.rgb), offsets: [], lengths: [] }
  for (let row = 0; row < tilesAlong(size.height); row++) {
    for (let column = 0; column < tilesAlong(size.width); column++) {
      const tile = await stored.read(column, row)
      if (!isPlainTile(tile, TILE_SIZE, stored.rgb)) return null
      level.offsets.push(await writer.append(tile))
      level.lengths.push(tile.length)
    }
  }
  return level
}

/** Compares the first tile, the last and one between as a browser decodes them with the decoded plane. */
async function looksAlike(plane: SharpPlane, stored: StoredTiles, { width, height }: Size): Promise<boolean> {
  const [right, bottom] = [tilesAlong(width) - 1, tilesAlong(height) - 1]
  const places = [
    [0, 0],
    [right >> 1, bottom >> 1],
    [right, bottom],
  ] as const
  for (const [column, row] of places) {
    const [left, top] = [column * TILE_SIZE, row * TILE_SIZE]
    const part = { width: Math.min(TILE_SIZE, width - left), height: Math.min(TILE_SIZE, height - top) }
    const tile = await stored.read(column, row)
    if (!isPlainTile(tile, TILE_SIZE, stored.rgb)) return false
    const jpeg = Buffer.concat([jpegPrefix(stored.jpegTables, stored.rgb), tile.subarray(2)])
    const shown = await sharp(jpeg, { failOn: 'error' })
      .extract({ left: 0, top: 0, ...part })
      .toColourspace('srgb')
      .raw()
      .toBuffer()
      .catch(() => null)
    if (!shown) return false
    const region = plane.open().extract({ left, top, ...part })
    const decoded = await region.removeAlpha().raw().toBuffer()
    if (shown.length !== decoded.length) return false
    const sum = shown.reduce((total, value, i) => total + Math.abs(value - (decoded[i] ?? 0)), 0)
    if (sum > TOLERANCE * shown.length) return false
  }
  return true
}
