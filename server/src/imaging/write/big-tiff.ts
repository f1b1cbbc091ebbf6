import type { FileHandle } from 'node:fs/promises'
import { type SampleType, sampleFormats } from '../sample-type.ts'
import { TILE_SIZE } from '../sizes.ts'
import { Photometric, Tag } from '../tiff/tags.ts'
import type { TileFormat } from './tile-encodings.ts'

/** A level whose tiles have been appended to the file, row-major; offsets and lengths in bytes. */
export interface WrittenLevel {
  width: number
  height: number
  encoding: TileFormat
  offsets: number[]
  lengths: number[]
}

/** Format of the pixels of all levels. */
export interface PixelFormat {
  type: SampleType
  samples: 1 | 3
}

/** What the first directory says beside its pixels. */
interface FirstDirectory {
  /** Text of `ImageDescription`, for example OME-XML. */
  description?: string
  /** Micrometres. */
  pixelSizeUm?: number
}

const HEADER_BYTES = 16
const ASCII = 2
const SHORT = 3
const RATIONAL = 5
const UNDEFINED = 7
const CENTIMETRE = 3
const LONG8 = 16

/** Writes a little-endian BigTIFF: tiles first, directories last. */
export class BigTiffWriter {
  readonly #file: FileHandle
  #end = HEADER_BYTES

  constructor(file: FileHandle) {
    this.#file = file
  }

  /** @returns the byte offset of the appended bytes */
  async append(bytes: Uint8Array): Promise<number> {
    const offset = this.#end
    this.#end += bytes.length
    await this.#file.write(bytes, 0, bytes.length, offset)
    return offset
  }

  /**
   * Writes directories and header.
   * @param levels - largest first; a level as wide as the first is a page of its own, such as a channel
   */
  async finish(levels: WrittenLevel[], format: PixelFormat, first: FirstDirectory = {}): Promise<void> {
    // From the last level on: each directory holds the offset of the next one.
    let next = 0
    for (const level of levels.toReversed()) {
      const directory = await this.#directory(
        level,
        format,
        level.width < (levels[0]?.width ?? 0),
        level === levels[0] ? first : {},
      )
      directory.writeBigUInt64LE(BigInt(next), directory.length - 8)
      next = await this.append(directory)
    }
    const header = Buffer.alloc(HEADER_BYTES)
    header.write('II')
    header.writeUInt16LE(43, 2)
    header.writeUInt16LE(8, 4)
    header.writeBigUInt64LE(BigInt(next), 8)
    await this.#file.write(header, 0, HEADER_BYTES, 0)
  }

  async #directory(
    level: WrittenLevel,
    { type, samples }: PixelFormat,
    reduced: boolean,
    { description, pixelSizeUm }: FirstDirectory,
  ): Promise<Buffer> {
    const perSample = (value: number) => new Array<number>(samples).fill(value)
    const { compression, photometric, jpegTables } = level.encoding
    const fields: [number, number, ArrayLike<number>][] = [
      [Tag.NewSubfileType, LONG8, [reduced ? 1 : 0]],
      [Tag.ImageWidth, LONG8, [level.width]],
      [Tag.ImageLength, LONG8, [level.height]],
      [Tag.BitsPerSample, SHORT, perSample(type.bits)],
      [Tag.Compression, SHORT, [compression]],
      [Tag.Photometric, SHORT, [photometric]],
      [Tag.SamplesPerPixel, SHORT, [samples]],
      [Tag.PlanarConfiguration, SHORT, [1]],
      [Tag.TileWidth, SHORT, [TILE_SIZE]],
      [Tag.TileLength, SHORT, [TILE_SIZE]],
      [Tag.TileOffsets, LONG8, level.offsets],
      [Tag.TileByteCounts, LONG8, level.lengths],
      [Tag.SampleFormat, SHORT, perSample(sampleFormats.indexOf(type.format) + 1)],
    ]
    if (jpegTables) fields.push([Tag.JpegTables, UNDEFINED, jpegTables])
    // Other programs assume chrominance of half the resolution where this is missing.
    if (photometric === Photometric.YCbCr && !jpegTables) fields.push([Tag.YCbCrSubSampling, SHORT, [1, 1]])
    if (description) fields.push([Tag.ImageDescription, ASCII, Buffer.from(`${description}\0`)])
    if (pixelSizeUm) {
      const perCentimetre = [Math.round(1e7 / pixelSizeUm), 1000]
      fields.push([Tag.XResolution, RATIONAL, perCentimetre], [Tag.YResolution, RATIONAL, perCentimetre])
      fields.push([Tag.ResolutionUnit, SHORT, [CENTIMETRE]])
    }
    fields.sort(([a], [b]) => a - b)
    const directory = Buffer.alloc(8 + 20 * fields.length + 8)
    directory.writeBigUInt64LE(BigInt(fields.length), 0)
    for (const [index, [tag, kind, values]] of fields.entries()) {
      const at = 8 + 20 * index
      directory.writeUInt16LE(tag, at)
      directory.writeUInt16LE(kind, at + 2)
      directory.writeBigUInt64LE(BigInt(kind === RATIONAL ? values.length / 2 : values.length), at + 4)
      const encoded = encode(kind, values)
      if (encoded.length <= 8) encoded.copy(directory, at + 12)
      else directory.writeBigUInt64LE(BigInt(await this.append(encoded)), at + 12)
    }
    return directory
  }
}

function encode(kind: number, values: ArrayLike<number>): Buffer {
  if (kind === UNDEFINED || kind === ASCII) return Buffer.from(values)
  if (kind === SHORT) return Buffer.from(Uint16Array.from(values).buffer)
  if (kind === RATIONAL) return Buffer.from(Uint32Array.from(values).buffer)
  return Buffer.from(BigUint64Array.from(values, BigInt).buffer)
}
