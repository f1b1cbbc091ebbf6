import type { ObjectOutline, ResultObject } from '@lamella/shared/contract'
import Flatbush from 'flatbush'
import { layoutVersion, longestHeader, magic, type ObjectHeader, objectHeader, prefixBytes } from './object-layout.ts'

/** A file or blob that is read by byte ranges. */
export interface ByteRanges {
  /** Bytes. */
  size: number
  /** Returns fewer bytes than requested only at the end. */
  read(offset: number, length: number): Promise<Uint8Array>
}

/** Outlines less than this many bytes apart are read together: a separate read costs more than the bytes between them. */
const gapBytes = 64 * 1024
/** Upper bound of bytes of outlines per read, which bounds memory. */
const mostBytes = 4 * 1024 * 1024

/** Rectangle in pixels of the image. */
export type Box = readonly [left: number, top: number, right: number, bottom: number]

/**
 * The objects of one result in a file (object-layout.ts): the header is in memory, everything else is read on demand. The file may have
 * been written by a process that an image has taken over: what it declares is compared with its size before memory is taken.
 */
export class ObjectFile {
  readonly header: ObjectHeader
  readonly #bytes: ByteRanges
  readonly #start: number

  private constructor(bytes: ByteRanges, header: ObjectHeader, start: number) {
    this.#bytes = bytes
    this.header = header
    this.#start = start
  }

  /** @throws Error for a file of another layout, or a damaged one */
  static async open(bytes: ByteRanges): Promise<ObjectFile> {
    const prefix = Buffer.from(await bytes.read(0, prefixBytes))
    if (prefix.toString('latin1', 0, 8) !== magic) throw new Error('This is no file of objects')
    if (prefix.readUInt32LE(8) !== layoutVersion) {
      throw new Error(`Objects of layout ${prefix.readUInt32LE(8)} cannot be read`)
    }
    const length = prefix.readUInt32LE(12)
    if (length > longestHeader) throw new Error(`The header of the objects has ${length} bytes`)
    const text = Buffer.from(await bytes.read(prefixBytes, length)).toString('utf8')
    const header = objectHeader.parse(JSON.parse(text))
    const start = prefixBytes + length
    for (const [name, [offset, size]] of Object.entries(header.sections)) {
      if (start + offset + size > bytes.size) throw new Error(`The objects end within "${name}"`)
    }
    if (header.sections.class?.[1] !== 2 * header.count) throw new Error(`The objects are not ${header.count}`)
    return new ObjectFile(bytes, header, start)
  }

  get count(): number {
    return this.header.count
  }

  /** Bytes `from` to `to` of a section, in a buffer of their own. */
  async #range(name: string, from: number, to: number): Promise<ArrayBuffer> {
    const [offset, length] = this.header.sections[name] ?? [0, 0]
    if (from > to || to > length) throw new Error(`"${name}" has no bytes ${from} to ${to}`)
    const bytes = await this.#bytes.read(this.#start + offset + from, to - from)
    if (bytes.length !== to - from) throw new Error(`The objects end within "${name}"`)
    return Uint8Array.from(bytes).buffer
  }

  async #whole(name: string): Promise<ArrayBuffer> {
    const section = this.header.sections[name]
    if (!section) throw new Error(`The objects have no "${name}"`)
    return this.#range(name, 0, section[1])
  }

  /** Class code per object. */
  classes = async (): Promise<Uint16Array> => new Uint16Array(await this.#whole('class'))
  /** One value per object, NaN: undefined. @throws Error for a column that the objects do not have */
  column = async (key: string): Promise<Float64Array> => new Float64Array(await this.#whole(`value/${key}`))
  /** As in `ObjectTable`. */
  rings = async (): Promise<Uint32Array> => new Uint32Array(await this.#whole('rings'))
  /** R-tree of the bounding boxes; null without objects. */
  index = async (): Promise<Flatbush | null> => (this.count === 0 ? null : Flatbush.from(await this.#whole('index')))

  /** Objects `from` to `to` (excluded), from 0; fewer at the end. For reading all objects in parts. */
  async rows(from: number, to: number): Promise<ResultObject[]> {
    const end = Math.min(to, this.count)
    if (from >= end) return []
    const codes = new Uint16Array(await this.#range('class', 2 * from, 2 * end))
    const rings = new Uint32Array(await this.#range('rings', 4 * from, 4 * (end + 1)))
    const values: [string, Float64Array][] = []
    for (const key of this.header.columns) {
      values.push([key, new Float64Array(await this.#range(`value/${key}`, 8 * from, 8 * end))])
    }
    const first = rings[0] ?? 0
    const points = await this.#points(first, rings[end - from] ?? 0)
    return Array.from(codes, (code, i) => ({
      no: from + i + 1,
      class: this.className(code),
      polygon: polygonOf(points, (rings[i] ?? 0) - first, (rings[i + 1] ?? 0) - first),
      values: Object.fromEntries(values.map(([key, column]) => [key, nanToNull(column[i])])),
    }))
  }

  /**
   * Outlines of some objects.
   *
   * @param rows ascending row numbers from 0
   * @param rings from `rings()` @param codes from `classes()`
   */
  async outlines(rows: readonly number[], rings: Uint32Array, codes: Uint16Array): Promise<ObjectOutline[]> {
    const pointBytes = 2 * this.#coordinateBytes
    const outlines: ObjectOutline[] = []
    for (let i = 0; i < rows.length; ) {
      const start = rings[rows[i] ?? 0] ?? 0
      let next = i + 1
      let end = rings[(rows[i] ?? 0) + 1] ?? start
      for (; next < rows.length; next++) {
        const row = rows[next] ?? 0
        const [from, to] = [rings[row] ?? 0, rings[row + 1] ?? 0]
        if ((from - end) * pointBytes > gapBytes || (to - start) * pointBytes > mostBytes) break
        end = to
      }
      const points = await this.#points(start, end)
      for (; i < next; i++) {
        const row = rows[i] ?? 0
        const polygon = polygonOf(points, (rings[row] ?? 0) - start, (rings[row + 1] ?? 0) - start)
        outlines.push({ no: row + 1, class: this.className(codes[row] ?? 0), polygon })
      }
    }
    return outlines
  }

  className(code: number): string {
    return this.header.classes[code] ?? ''
  }

  get #coordinateBytes(): 4 | 8 {
    return this.header.coordinates === 'float32' ? 4 : 8
  }

  async #points(from: number, to: number): Promise<Float32Array | Float64Array> {
    const point = 2 * this.#coordinateBytes
    const bytes = await this.#range('coordinates', from * point, to * point)
    return this.header.coordinates === 'float32' ? new Float32Array(bytes) : new Float64Array(bytes)
  }
}

const polygonOf = (points: ArrayLike<number>, from: number, to: number): ResultObject['polygon'] =>
  Array.from({ length: to - from }, (_, i) => [points[2 * (from + i)] ?? 0, points[2 * (from + i) + 1] ?? 0])

/** Columns hold NaN for undefined numbers, JSON holds null. */
export const nanToNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value
