import { Truncated } from './file-header.ts'
import { type Entries, TiffReader } from './tiff-reader.ts'

/** What is read of a page of a TIFF. */
export interface TiffPage {
  /** As it is shown: a page that is stored turned has its sides exchanged. */
  width: number
  height: number
  bits: number
  samples: number
  /** It is a smaller version of another page. */
  reduced: boolean
  hasSubPages: boolean
  description: string
  /** Pixels per unit along a row as it is shown; null: not said. */
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
/** Checks that the strips or tiles of a page are in the file. @throws Truncated */
const checkData = async (reader: TiffReader, entries: Entries, size: number): Promise<void> => {
  const [offsets, counts] = await Promise.all([
    reader.numbers(entries.get(273) ?? entries.get(324)),
    reader.numbers(entries.get(279) ?? entries.get(325)),
  ])
  if (offsets.some((offset, index) => offset + (counts[index] ?? 0) > size)) throw new Truncated()
}

/** Whether an orientation of TIFF and Exif exchanges rows and columns. */
export const isStoredTurned = (orientation: number): boolean => orientation >= 5 && orientation <= 8

/** NDPI files beyond 4 GB keep the upper halves of positions elsewhere. @param size - of the file, bytes */
export const isLargeNdpi = (entries: Entries, size: number): boolean => entries.has(65420) && size >= 2 ** 32

/** Pages of a TIFF; those beyond the first ones have their size only. @throws Truncated for a file that ends too early */
export const tiffPages = async (file: Blob): Promise<TiffPage[]> => {
  const reader = await TiffReader.open(file)
  const pages: TiffPage[] = []
  const seen = new Set<number>()
  for (let at = await reader.firstPage(); at !== 0 && pages.length < mostPages; ) {
    // A chain that leads back to itself has no end.
    if (seen.has(at)) throw new Truncated()
    seen.add(at)
    const { entries, next } = await reader.entries(at)
    const isFirst = pages.length === 0
    const isTurned = isStoredTurned(await reader.number(entries.get(274), 1))
    const [width, height] = [await reader.number(entries.get(256), 0), await reader.number(entries.get(257), 0)]
    const across = entries.get(isTurned ? 283 : 282)
    if (pages.length < checkedPages && !isLargeNdpi(entries, file.size)) await checkData(reader, entries, file.size)
    pages.push({
      width: isTurned ? height : width,
      height: isTurned ? width : height,
      bits: await reader.number(entries.get(258), 1),
      samples: await reader.number(entries.get(277), 1),
      reduced: ((await reader.number(entries.get(254), 0)) & 1) === 1,
      hasSubPages: entries.has(330),
      description: isFirst || pages.length < checkedPages ? await reader.text(entries.get(270)) : '',
      resolution: across ? await reader.number(across, 0) : null,
      unit: await reader.number(entries.get(296), 2),
      tags: new Set(entries.keys()),
      stack: entries.get(33629)?.count ?? null,
    })
    at = next
  }
  return pages
}
