import { readBytes, Truncated, utf8Of } from './file-header.ts'

/** What is read of a page of a TIFF. */
export interface TiffPage {
  width: number
  height: number
  bits: number
  samples: number
  /** It is a smaller version of another page. */
  reduced: boolean
  hasSubPages: boolean
  description: string
  /** Pixels per unit; null: not said. */
  resolution: number | null
  /** 1 none, 2 inch, 3 centimetre. */
  unit: number
  /** Tags that formats add. */
  tags: ReadonlySet<number>
  /** Number of values of UIC2, the planes of a MetaMorph stack; null: no stack. */
  stack: number | null
}

/** Pages beyond these are not looked at. */
const mostPages = 20_000
/** Of pages beyond these only the presence is looked at. */
const checkedPages = 64
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

interface Entry {
  type: number
  count: number
  /** Position of the values. */
  at: number
}

/** A TIFF or BigTIFF: https://www.itu.int/itudoc/itu-t/com16/tiff-fx/docs/tiff6.pdf */
class TiffReader {
  readonly #file: Blob
  readonly #little: boolean
  readonly big: boolean

  constructor(file: Blob, head: DataView) {
    this.#file = file
    this.#little = head.getUint16(0) === 0x4949
    this.big = head.getUint16(2, this.#little) === 43
  }

  async firstPage(): Promise<number> {
    return this.big ? this.#offset(await this.#read(8, 8)) : (await this.#read(4, 4)).getUint32(0, this.#little)
  }

  async entries(at: number): Promise<{ entries: Map<number, Entry>; next: number }> {
    const [countBytes, entryBytes, offsetBytes] = this.big ? [8, 20, 8] : [2, 12, 4]
    const head = await this.#read(at, countBytes)
    const count = this.big ? this.#offset(head) : head.getUint16(0, this.#little)
    const table = await this.#read(at + countBytes, count * entryBytes + offsetBytes)
    const entries = new Map<number, Entry>()
    for (let index = 0; index < count; index++) {
      const start = index * entryBytes
      const type = table.getUint16(start + 2, this.#little)
      const values = this.big ? this.#offset(table, start + 4) : table.getUint32(start + 4, this.#little)
      const inline = (typeBytes[type] ?? 1) * values <= offsetBytes
      const field = start + entryBytes - offsetBytes
      const outside = this.big ? this.#offset(table, field) : table.getUint32(field, this.#little)
      const position = inline ? at + countBytes + field : outside
      entries.set(table.getUint16(start, this.#little), { type, count: values, at: position })
    }
    const end = count * entryBytes
    return { entries, next: this.big ? this.#offset(table, end) : table.getUint32(end, this.#little) }
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
    if (type === 3) return view.getUint16(at, this.#little)
    if (type === 4 || type === 13) return view.getUint32(at, this.#little)
    if (type === 5) return view.getUint32(at, this.#little) / view.getUint32(at + 4, this.#little)
    if (type === 16 || type === 18) return this.#offset(view, at)
    return view.getUint8(at)
  }

  #offset(view: DataView, at = 0): number {
    return Number(view.getBigUint64(at, this.#little))
  }

  #read(at: number, length: number): Promise<DataView> {
    return readBytes(this.#file, at, length)
  }
}

/** Checks that the strips or tiles of a page are in the file. @throws Truncated */
const checkData = async (reader: TiffReader, entries: Map<number, Entry>, size: number): Promise<void> => {
  const [offsets, counts] = await Promise.all([
    reader.numbers(entries.get(273) ?? entries.get(324)),
    reader.numbers(entries.get(279) ?? entries.get(325)),
  ])
  if (offsets.some((offset, index) => offset + (counts[index] ?? 0) > size)) throw new Truncated()
}

/** NDPI files beyond 4 GB keep the upper halves of positions elsewhere. */
const isLargeNdpi = (entries: Map<number, Entry>, size: number): boolean => entries.has(65420) && size >= 2 ** 32

/** Pages of a TIFF; those beyond the first ones have their size only. @throws Truncated for a file that ends too early */
export const tiffPages = async (file: Blob): Promise<TiffPage[]> => {
  const reader = new TiffReader(file, await readBytes(file, 0, 8))
  const pages: TiffPage[] = []
  const seen = new Set<number>()
  for (let at = await reader.firstPage(); at !== 0 && pages.length < mostPages; ) {
    // A chain that leads back to itself has no end.
    if (seen.has(at)) throw new Truncated()
    seen.add(at)
    const { entries, next } = await reader.entries(at)
    const isFirst = pages.length === 0
    if (pages.length < checkedPages && !isLargeNdpi(entries, file.size)) await checkData(reader, entries, file.size)
    pages.push({
      width: await reader.number(entries.get(256), 0),
      height: await reader.number(entries.get(257), 0),
      bits: await reader.number(entries.get(258), 1),
      samples: await reader.number(entries.get(277), 1),
      reduced: ((await reader.number(entries.get(254), 0)) & 1) === 1,
      hasSubPages: entries.has(330),
      description: isFirst || pages.length < checkedPages ? await reader.text(entries.get(270)) : '',
      resolution: entries.has(282) ? await reader.number(entries.get(282), 0) : null,
      unit: await reader.number(entries.get(296), 2),
      tags: new Set(entries.keys()),
      stack: entries.get(33629)?.count ?? null,
    })
    at = next
  }
  return pages
}
