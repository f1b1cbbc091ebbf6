import { damaged } from '../imaging-error.ts'
import type { RangeReader } from '../range-reader.ts'
import { type SampleFormat, sampleFormats } from '../sample-type.ts'
import { TILE_SIZE } from '../sizes.ts'
import { Compression, Photometric, Tag } from '../tiff/tags.ts'
import { type TiffDirectory, TiffFile } from '../tiff/tiff-file.ts'
import { jpegPrefix } from './jpeg-stream.ts'

/** Of the stored tiles: RGB pictures (JPEG, or lossless WebP), or samples compressed by zlib. Levels of one pyramid may differ in it. */
export type PictureFormat = 'jpeg' | 'webp' | 'deflate'

/** One level of a pyramid, sizes in pixels. */
interface PyramidLevel {
  width: number
  height: number
  /** Tiles in x and y; the tile at (x, y) is number y × columns + x. */
  columns: number
  rows: number
  offsets: Float64Array
  lengths: Uint32Array
  encoding: PictureFormat
  /** Of JPEG tiles: tables that they share, and whether their components are RGB. */
  jpegTables: Uint8Array | null
  rgb: boolean
  /** For JPEG tiles: the bytes that replace the first two of each tile; null for others. */
  jpegPrefix: Uint8Array | null
}

interface PyramidTable {
  tileSize: number
  /** Of the largest level. */
  encoding: PictureFormat
  samplesPerPixel: number
  bitDepth: number
  sampleFormat: SampleFormat
  /** Smallest first: the index is the z of Zoomify. */
  levels: PyramidLevel[]
}

/** An HTTP response body for one tile of 256 × 256 pixels; edge tiles are padded. */
export interface TileBytes {
  body: Uint8Array
  contentType: 'image/jpeg' | 'image/webp' | 'application/octet-stream'
  /** Value of the header of that name: the browser inflates zlib tiles by itself. */
  contentEncoding: 'deflate' | null
}

/** An opened pyramid file. Tiles are addressed by level (0 the smallest), column and row. */
export interface Pyramid extends PyramidTable {
  /** Byte range of a tile in the file, null outside the level. */
  tile(level: number, x: number, y: number): { offset: number; length: number } | null
  /**
   * The stored bytes of a tile, not decoded; null outside the level.
   *
   * @throws ImagingError `damaged` when the file is cut off
   */
  tileBytes(level: number, x: number, y: number): Promise<TileBytes | null>
}

/**
 * Reads the offset tables of a pyramid that `processImage` wrote; each tile then takes a single read.
 *
 * @throws ImagingError `damaged` for any other file
 */
export async function openPyramid(read: RangeReader): Promise<Pyramid> {
  const table = await readPyramidTable(read)
  const tile = (z: number, x: number, y: number) => {
    const level = table.levels[z]
    if (!level || !inside(x, level.columns) || !inside(y, level.rows)) return null
    const index = y * level.columns + x
    return { offset: level.offsets[index] ?? 0, length: level.lengths[index] ?? 0 }
  }
  return {
    ...table,
    tile,
    async tileBytes(z, x, y) {
      const place = tile(z, x, y)
      if (!place) return null
      const stored = await read(place.offset, place.length)
      if (stored.length < place.length) throw damaged('A stored tile is cut off.')
      const level = table.levels[z]
      if (level?.encoding === 'webp') return { body: stored, contentType: 'image/webp', contentEncoding: null }
      const prefix = level?.jpegPrefix
      if (!prefix) return { body: stored, contentType: 'application/octet-stream', contentEncoding: 'deflate' }
      const body = Buffer.concat([prefix, stored.subarray(2)])
      return { body, contentType: 'image/jpeg', contentEncoding: null }
    },
  }
}

const inside = (value: number, end: number) => Number.isInteger(value) && value >= 0 && value < end

async function readPyramidTable(read: RangeReader): Promise<PyramidTable> {
  const tiff = await TiffFile.open(read, 64)
  const base = tiff.directories[0]
  if (!base) throw notAPyramid()
  const encoding = await encodingOf(tiff, base)
  const levels = await Promise.all(tiff.directories.map((directory) => readLevel(tiff, directory)))
  return {
    tileSize: TILE_SIZE,
    encoding,
    samplesPerPixel: await tiff.number(base, Tag.SamplesPerPixel, 1),
    bitDepth: await tiff.number(base, Tag.BitsPerSample, 8),
    sampleFormat: sampleFormats[(await tiff.number(base, Tag.SampleFormat, 1)) - 1] ?? 'uint',
    levels: levels.sort((a, b) => a.width * a.height - b.width * b.height),
  }
}

async function encodingOf(tiff: TiffFile, directory: TiffDirectory): Promise<PictureFormat> {
  const compression = await tiff.number(directory, Tag.Compression, Compression.None)
  const predictor = await tiff.number(directory, Tag.Predictor, 1)
  if (compression === Compression.Jpeg) return 'jpeg'
  if (compression === Compression.Webp) return 'webp'
  if (compression === Compression.Deflate && predictor === 1) return 'deflate'
  throw notAPyramid()
}

async function readLevel(tiff: TiffFile, directory: TiffDirectory): Promise<PyramidLevel> {
  const encoding = await encodingOf(tiff, directory)
  const width = await tiff.number(directory, Tag.ImageWidth, 0)
  const height = await tiff.number(directory, Tag.ImageLength, 0)
  const tileWidth = await tiff.number(directory, Tag.TileWidth, 0)
  const tileHeight = await tiff.number(directory, Tag.TileLength, 0)
  const offsets = await tiff.numbers(directory, Tag.TileOffsets)
  const lengths = await tiff.numbers(directory, Tag.TileByteCounts)
  const columns = Math.ceil(width / TILE_SIZE)
  const rows = Math.ceil(height / TILE_SIZE)
  const tiles = columns * rows
  const fits = tileWidth === TILE_SIZE && tileHeight === TILE_SIZE && tiles > 0
  if (!fits || offsets.length !== tiles || lengths.length !== tiles) throw notAPyramid()
  const rgb = (await tiff.number(directory, Tag.Photometric)) === Photometric.Rgb
  const tables = encoding === 'jpeg' ? await tiff.bytes(directory, Tag.JpegTables) : null
  return {
    width,
    height,
    columns,
    rows,
    offsets: Float64Array.from(offsets),
    lengths: Uint32Array.from(lengths),
    encoding,
    jpegTables: tables,
    rgb,
    jpegPrefix: encoding === 'jpeg' ? jpegPrefix(tables, rgb) : null,
  }
}

const notAPyramid = () => damaged('This file is not a tiled pyramid of 256 pixel tiles.')
