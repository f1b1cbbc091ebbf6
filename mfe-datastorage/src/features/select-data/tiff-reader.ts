import { readBytes, utf8Of } from './file-header.ts'

/** A description beyond this length is not read. */
const mostText = 16 * 1024 * 1024

const typeBytes: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
  16: 8,
  17: 8,
  18: 8,
}

/** A field of a directory. */
export interface Entry {
  type: number
  count: number
  /** Position of the values. */
  at: number
}

/** Fields of a directory by tag. */
export type Entries = ReadonlyMap<number, Entry>

/** A TIFF or BigTIFF: https://www.itu.int/itudoc/itu-t/com16/tiff-fx/docs/tiff6.pdf */
export class TiffReader {
  readonly #file: Blob
  readonly little: boolean
  readonly big: boolean

  /** @throws Truncated */
  static async open(file: Blob): Promise<TiffReader> {
    return new TiffReader(file, await readBytes(file, 0, 8))
  }

  private constructor(file: Blob, head: DataView) {
    this.#file = file
    this.little = head.getUint16(0) === 0x4949
    this.big = head.getUint16(2, this.little) === 43
  }

  async firstPage(): Promise<number> {
    return this.big ? this.#offset(await this.#read(8, 8)) : (await this.#read(4, 4)).getUint32(0, this.little)
  }

  async entries(at: number): Promise<{ entries: Entries; next: number }> {
    const [countBytes, entryBytes, offsetBytes] = this.big ? [8, 20, 8] : [2, 12, 4]
    const head = await this.#read(at, countBytes)
    const count = this.big ? this.#offset(head) : head.getUint16(0, this.little)
    const table = await this.#read(at + countBytes, count * entryBytes + offsetBytes)
    const entries = new Map<number, Entry>()
    for (let index = 0; index < count; index++) {
      const start = index * entryBytes
      const type = table.getUint16(start + 2, this.little)
      const values = this.big ? this.#offset(table, start + 4) : table.getUint32(start + 4, this.little)
      const inline = (typeBytes[type] ?? 1) * values <= offsetBytes
      const field = start + entryBytes - offsetBytes
      const outside = this.big ? this.#offset(table, field) : table.getUint32(field, this.little)
      const position = inline ? at + countBytes + field : outside
      entries.set(table.getUint16(start, this.little), { type, count: values, at: position })
    }
    const end = count * entryBytes
    return { entries, next: this.big ? this.#offset(table, end) : table.getUint32(end, this.little) }
  }

  /** Values of an entry, of numbers only. */
  async numbers(entry: Entry | undefined): Promise<number[]> {
    if (!entry) return []
    const size = typeBytes[entry.type] ?? 1
    const view = await this.#read(entry.at, entry.count * size)
    return Array.from({ length: entry.count }, (_, index) => this.#number(view, index * size, entry.type))
  }

  async number(entry: Entry | undefined, otherwise: number): Promise<number> {
    return (await this.numbers(entry && { ...entry, count: Math.min(1, entry.count) }))[0] ?? otherwise
  }

  async text(entry: Entry | undefined): Promise<string> {
    return entry ? utf8Of(await this.#read(entry.at, Math.min(entry.count, mostText))) : ''
  }

  #number(view: DataView, at: number, type: number): number {
    if (type === 3) return view.getUint16(at, this.little)
    if (type === 4 || type === 13) return view.getUint32(at, this.little)
    if (type === 5) return view.getUint32(at, this.little) / view.getUint32(at + 4, this.little)
    if (type === 16 || type === 18) return this.#offset(view, at)
    return view.getUint8(at)
  }

  #offset(view: DataView, at = 0): number {
    return Number(view.getBigUint64(at, this.little))
  }

  #read(at: number, length: number): Promise<DataView> {
    return readBytes(this.#file, at, length)
  }
}
