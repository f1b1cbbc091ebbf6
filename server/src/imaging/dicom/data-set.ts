import { damaged, unsupported } from '../imaging-error.ts'

/** `ggggeeee` as a number. */
type Tag = number

/** A DICOM data set: its elements by tag, without the pixel data. */
export class DataSet {
  readonly #bytes: Buffer
  readonly #elements = new Map<Tag, { start: number; length: number; items: DataSet[] | null }>()

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  set(tag: Tag, element: { start: number; length: number; items: DataSet[] | null }): void {
    this.#elements.set(tag, element)
  }

  has(tag: Tag): boolean {
    return this.#elements.has(tag)
  }

  /** Text values, separated by backslashes in the file; empty: the element is missing. */
  texts(tag: Tag): string[] {
    const element = this.#elements.get(tag)
    if (!element || element.items || element.length === 0 || element.length > MAX_TEXT) return []
    const text = this.#bytes.toString('utf8', element.start, element.start + element.length)
    return text.split('\\').map((value) => value.replace(/[\0 ]+$/, '').trim())
  }

  text(tag: Tag): string {
    return this.texts(tag)[0] ?? ''
  }

  /** Decimal texts (IS, DS); NaN for what is none. */
  decimals(tag: Tag): number[] {
    return this.texts(tag).map((text) => (text === '' ? Number.NaN : Number(text)))
  }

  /** A binary number of two, four or eight bytes; `otherwise` when the element is missing. */
  number(tag: Tag, otherwise: number): number {
    const element = this.#elements.get(tag)
    if (!element || element.items) return otherwise
    const { start, length } = element
    if (length === 2) return this.#bytes.readUInt16LE(start)
    if (length === 4) return this.#bytes.readUInt32LE(start)
    if (length === 8) return Number(this.#bytes.readBigUInt64LE(start))
    return otherwise
  }

  /** A number of floating point (FL, FD). */
  float(tag: Tag): number {
    const element = this.#elements.get(tag)
    if (element?.length === 4) return this.#bytes.readFloatLE(element.start)
    return element?.length === 8 ? this.#bytes.readDoubleLE(element.start) : Number.NaN
  }

  /** Numbers of eight bytes each; null: the element is missing. */
  wideNumbers(tag: Tag): number[] | null {
    const element = this.#elements.get(tag)
    if (!element || element.items) return null
    return Array.from({ length: Math.floor(element.length / 8) }, (_, i) =>
      Number(this.#bytes.readBigUInt64LE(element.start + 8 * i)),
    )
  }

  /** A value of bytes (OB); null: the element is missing. */
  bytes(tag: Tag): Uint8Array | null {
    const element = this.#elements.get(tag)
    return element && !element.items ? this.#bytes.subarray(element.start, element.start + element.length) : null
  }

  /** Items of a sequence. */
  items(tag: Tag): readonly DataSet[] {
    return this.#elements.get(tag)?.items ?? []
  }

  /** The first item of a sequence, or of sequences in one another. */
  first(...tags: Tag[]): DataSet | undefined {
    const [tag, ...rest] = tags
    if (tag === undefined) return this
    return this.items(tag)[0]?.first(...rest)
  }
}

/** Where the pixels of a data set are. `length` null: encapsulated, in fragments. */
export interface PixelData {
  start: number
  length: number | null
}

const PIXELS = 0x7fe00010
const ITEM = 0xfffee000
const ITEM_END = 0xfffee00d
const SEQUENCE_END = 0xfffee0dd
const UNDEFINED = 0xffffffff
const MAX_TEXT = 65_536
const MAX_DEPTH = 16
/** Elements of all data sets; a slide of 100,000 frames whose places are listed has some million. */
const MAX_ELEMENTS = 8_000_000
/** Value representations whose length has four bytes. */
const wide = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV'])

const broken = () => damaged('The header of this DICOM file is damaged.')

class Parser {
  readonly #bytes: Buffer
  readonly #explicit: boolean
  #at: number
  #left = MAX_ELEMENTS

  constructor(bytes: Buffer, at: number, explicit: boolean) {
    this.#bytes = bytes
    this.#at = at
    this.#explicit = explicit
  }

  get at(): number {
    return this.#at
  }

  /** Elements up to `end`, to the end of an item, or to the pixel data. @param group only elements of it; null: all */
  dataSet(end: number, depth: number, group: number | null = null): { data: DataSet; pixels: PixelData | null } {
    if (depth > MAX_DEPTH) throw broken()
    const data = new DataSet(this.#bytes)
    while (this.#at + 8 <= end) {
      if (group !== null && this.#bytes.readUInt16LE(this.#at) !== group) break
      const { tag, representation, length } = this.#head(end)
      if (tag === ITEM_END || tag === SEQUENCE_END) return { data, pixels: null }
      const start = this.#at
      if (tag === PIXELS && depth === 0)
        return { data, pixels: { start, length: length === UNDEFINED ? null : length } }
      const isSequence = representation === 'SQ' || (length === UNDEFINED && representation !== 'OB')
      if (isSequence || this.#isItem(representation, start, length)) {
        data.set(tag, { start, length: 0, items: this.#items(length === UNDEFINED ? end : start + length, depth) })
        if (length !== UNDEFINED) this.#at = start + length
        continue
      }
      if (length === UNDEFINED || start + length > end) throw broken()
      data.set(tag, { start, length, items: null })
      this.#at = start + length
    }
    return { data, pixels: null }
  }

  /** Without stated representations a sequence is known by its first item. */
  #isItem(representation: string, start: number, length: number): boolean {
    const isUnknown = representation === '' || representation === 'UN'
    if (!isUnknown || length < 8 || start + 8 > this.#bytes.length) return false
    const item = this.#bytes.readUInt16LE(start) * 0x10000 + this.#bytes.readUInt16LE(start + 2) === ITEM
    const inside = this.#bytes.readUInt32LE(start + 4)
    return item && (inside === UNDEFINED || inside + 8 <= length)
  }

  #head(end: number): { tag: Tag; representation: string; length: number } {
    if (--this.#left < 0) throw broken()
    const bytes = this.#bytes
    const tag = bytes.readUInt16LE(this.#at) * 0x10000 + bytes.readUInt16LE(this.#at + 2)
    if (!this.#explicit || tag >= 0xfffe0000) {
      const length = bytes.readUInt32LE(this.#at + 4)
      this.#at += 8
      return { tag, representation: '', length }
    }
    const representation = bytes.toString('latin1', this.#at + 4, this.#at + 6)
    if (!/^[A-Z]{2}$/.test(representation)) throw broken()
    if (!wide.has(representation)) {
      const length = bytes.readUInt16LE(this.#at + 6)
      this.#at += 8
      return { tag, representation, length }
    }
    if (this.#at + 12 > end) throw broken()
    const length = bytes.readUInt32LE(this.#at + 8)
    this.#at += 12
    return { tag, representation, length }
  }

  #items(end: number, depth: number): DataSet[] {
    if (end > this.#bytes.length) throw broken()
    const items: DataSet[] = []
    while (this.#at + 8 <= end) {
      const { tag, length } = this.#head(end)
      if (tag === SEQUENCE_END) break
      if (tag !== ITEM) throw broken()
      const until = length === UNDEFINED ? end : this.#at + length
      if (until > end) throw broken()
      items.push(this.dataSet(until, depth + 1).data)
      if (length !== UNDEFINED) this.#at = until
    }
    return items
  }
}

const META = 132
const GROUP_2 = 2
const TRANSFER_SYNTAX = 0x00020010
const IMPLICIT = '1.2.840.10008.1.2'
const DEFLATED = '1.2.840.10008.1.2.1.99'
const BIG_ENDIAN = '1.2.840.10008.1.2.2'

/**
 * Reads the header of a DICOM file (PS3.10) up to its pixels.
 *
 * @param bytes the beginning of the file, with its whole header
 * @throws ImagingError
 */
export function readDicom(bytes: Buffer): { data: DataSet; pixels: PixelData; transferSyntax: string } {
  try {
    const meta = new Parser(bytes, META, true)
    const transferSyntax = meta.dataSet(bytes.length, 1, GROUP_2).data.text(TRANSFER_SYNTAX)
    if (transferSyntax === DEFLATED || transferSyntax === BIG_ENDIAN)
      throw unsupported('This DICOM file is stored in an unusual way', 'convert it to explicit little-endian')
    const { data, pixels } = new Parser(bytes, meta.at, transferSyntax !== IMPLICIT).dataSet(bytes.length, 0)
    if (!pixels) throw damaged('This DICOM file has no pixels, or its header is larger than can be read.')
    return { data, pixels, transferSyntax }
  } catch (error) {
    // An offset beyond the bytes is a header that does not fit its file.
    throw error instanceof RangeError ? broken() : error
  }
}
