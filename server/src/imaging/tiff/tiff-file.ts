import { damaged, ImagingError, truncated } from '../imaging-error.ts'
import { blockCached, type RangeReader } from '../range-reader.ts'
import type { TagNumber } from './tags.ts'

/** One field of a directory; its values are read on demand. */
interface Field {
  type: number
  count: number
  /** Byte offset of the values in the file. */
  offset: number
}

/** An image file directory (IFD). */
export interface TiffDirectory {
  /** Byte offset of the directory in the file, which identifies it. */
  offset: number
  fields: ReadonlyMap<number, Field>
}

const MAX_DIRECTORIES = 100_000
const MAX_FIELDS = 4_096
const MAX_VALUE_BYTES = 64 * 1024 * 1024

/**
 * Bytes per value of each TIFF type: BYTE ASCII SHORT LONG RATIONAL SBYTE UNDEFINED SSHORT SLONG SRATIONAL FLOAT DOUBLE IFD – – LONG8
 * SLONG8 IFD8.
 */
const typeSizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]

/** Reads the tags of a TIFF or BigTIFF. Malformed bytes of any kind cause an ImagingError, never another error. */
export class TiffFile {
  readonly #read: RangeReader
  readonly littleEndian: boolean
  readonly big: boolean
  /** The main chain; where it is a cycle, each directory is listed once. */
  directories: readonly TiffDirectory[] = []

  private constructor(read: RangeReader, littleEndian: boolean, big: boolean) {
    this.#read = read
    this.littleEndian = littleEndian
    this.big = big
  }

  /**
   * @param maxDirectories the chain is followed up to this many directories; further ones are ignored
   * @throws ImagingError `damaged` when the file is no TIFF or its first directory is unreadable
   */
  static async open(source: RangeReader, maxDirectories = MAX_DIRECTORIES): Promise<TiffFile> {
    const read = blockCached(source)
    const header = await read(0, 16)
    const order = Buffer.from(header.subarray(0, 2)).toString('latin1')
    if (header.length < 8 || (order !== 'II' && order !== 'MM')) throw damaged('This file is not a TIFF.')
    const littleEndian = order === 'II'
    const view = viewOf(header)
    const version = view.getUint16(2, littleEndian)
    if (version !== 42 && version !== 43) throw damaged('This file is not a TIFF.')
    const tiff = new TiffFile(read, littleEndian, version === 43)
    if (tiff.big && header.length < 16) throw truncated()
    const first = tiff.#pointer(view, tiff.big ? 8 : 4)
    tiff.directories = await tiff.#chain(first, maxDirectories)
    return tiff
  }

  async #chain(first: number, limit: number): Promise<TiffDirectory[]> {
    const directories: TiffDirectory[] = []
    const seen = new Set<number>()
    let next = first
    while (next !== 0 && !seen.has(next) && directories.length < limit) {
      seen.add(next)
      const found: { directory: TiffDirectory; next: number } | null = await this.#directory(next).catch((error) => {
        // The first directory is required; a later one that is damaged only ends the list.
        if (directories.length === 0 || !(error instanceof ImagingError)) throw error
        return null
      })
      if (!found) break
      directories.push(found.directory)
      next = found.next
    }
    if (directories.length === 0) throw damaged('This TIFF holds no image.')
    return directories
  }

  /** A directory outside the chain, such as one of `SubIFDs`. */
  async directoryAt(offset: number): Promise<TiffDirectory> {
    return (await this.#directory(offset)).directory
  }

  async #directory(offset: number): Promise<{ directory: TiffDirectory; next: number }> {
    const countSize = this.big ? 8 : 2
    const entrySize = this.big ? 20 : 12
    const pointerSize = this.big ? 8 : 4
    const head = viewOf(await this.bytesAt(offset, countSize))
    const count = this.big ? this.#long8(head, 0) : head.getUint16(0, this.littleEndian)
    if (count === 0 || count > MAX_FIELDS) throw damaged('The list of tags in this TIFF is damaged.')
    const body = viewOf(await this.bytesAt(offset + countSize, count * entrySize))
    // Some writers omit the last pointer at the end of the file.
    const tail = await this.#read(offset + countSize + count * entrySize, pointerSize)
    const fields = new Map<number, Field>()
    for (let i = 0; i < count; i++) {
      const at = i * entrySize
      const type = body.getUint16(at + 2, this.littleEndian)
      const values = this.big ? this.#long8(body, at + 4) : body.getUint32(at + 4, this.littleEndian)
      const size = (typeSizes[type] ?? 0) * values
      if (size === 0) continue
      const place = at + (this.big ? 12 : 8)
      const inline = size <= pointerSize
      const pointer = inline ? offset + countSize + place : this.#pointer(body, place)
      fields.set(body.getUint16(at, this.littleEndian), { type, count: values, offset: pointer })
    }
    const next = tail.length < pointerSize ? 0 : this.#pointer(viewOf(tail), 0)
    return { directory: { offset, fields }, next }
  }

  #pointer(view: DataView, at: number): number {
    return this.big ? this.#long8(view, at) : view.getUint32(at, this.littleEndian)
  }

  #long8(view: DataView, at: number): number {
    const value = Number(view.getBigUint64(at, this.littleEndian))
    if (!Number.isSafeInteger(value)) throw damaged('An address in this TIFF points beyond any file.')
    return value
  }

  /** @throws ImagingError `damaged` when the file ends before `length` bytes */
  async bytesAt(offset: number, length: number): Promise<Uint8Array> {
    const bytes = await this.#read(offset, length)
    if (bytes.length < length) throw truncated()
    return bytes
  }

  /** The raw bytes of a field, null when the directory lacks it. */
  async bytes(directory: TiffDirectory, tag: TagNumber): Promise<Uint8Array | null> {
    const field = directory.fields.get(tag)
    if (!field) return null
    const size = (typeSizes[field.type] ?? 0) * field.count
    if (size > MAX_VALUE_BYTES) throw damaged('A tag of this TIFF is larger than any real one.')
    return this.bytesAt(field.offset, size)
  }

  /** All numbers of a field, empty when the directory lacks it; rationals as quotients. */
  async numbers(directory: TiffDirectory, tag: TagNumber): Promise<number[]> {
    const field = directory.fields.get(tag)
    const bytes = await this.bytes(directory, tag)
    if (!field || !bytes) return []
    const view = viewOf(bytes)
    const size = typeSizes[field.type] ?? 1
    return Array.from({ length: field.count }, (_, i) => this.#value(view, field.type, i * size))
  }

  /** The first number of a field, `otherwise` when the directory lacks it. */
  async number(directory: TiffDirectory, tag: TagNumber): Promise<number | undefined>
  async number(directory: TiffDirectory, tag: TagNumber, otherwise: number): Promise<number>
  async number(directory: TiffDirectory, tag: TagNumber, otherwise?: number): Promise<number | undefined> {
    return (await this.numbers(directory, tag))[0] ?? otherwise
  }

  /** A text field up to its first NUL; UTF-8 where it is valid, Latin-1 otherwise. */
  async text(directory: TiffDirectory, tag: TagNumber): Promise<string | null> {
    const bytes = await this.bytes(directory, tag)
    if (!bytes) return null
    const end = bytes.indexOf(0)
    const content = end < 0 ? bytes : bytes.subarray(0, end)
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(content)
    } catch {
      return Buffer.from(content).toString('latin1')
    }
  }

  /** Longs that a vendor's table holds outside of any field. */
  async unsignedLongs(offset: number, count: number): Promise<number[]> {
    const view = viewOf(await this.bytesAt(offset, 4 * count))
    return Array.from({ length: count }, (_, i) => view.getUint32(4 * i, this.littleEndian))
  }

  #value(view: DataView, type: number, at: number): number {
    const little = this.littleEndian
    switch (type) {
      case 3:
        return view.getUint16(at, little)
      case 4:
      case 13:
        return view.getUint32(at, little)
      case 5:
        return view.getUint32(at, little) / view.getUint32(at + 4, little)
      case 6:
        return view.getInt8(at)
      case 8:
        return view.getInt16(at, little)
      case 9:
        return view.getInt32(at, little)
      case 10:
        return view.getInt32(at, little) / view.getInt32(at + 4, little)
      case 11:
        return view.getFloat32(at, little)
      case 12:
        return view.getFloat64(at, little)
      case 16:
      case 18:
        return this.#long8(view, at)
      case 17:
        return Number(view.getBigInt64(at, little))
      default:
        return view.getUint8(at)
    }
  }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
