import type { Entries, TiffReader } from '../tiff-reader.ts'

/** How the pixels of a page of a TIFF are stored. */
export interface PageLayout {
  width: number
  height: number
  /** Of each sample. */
  bits: number
  samples: number
  compression: number
  photometric: number
  /** Samples of a pixel lie in planes, one after the other. */
  isPlanar: boolean
  /** 2: each sample is the difference from its left neighbour. */
  predictor: number
  /** 1 unsigned, 2 signed, 3 floating point. */
  format: number
  /** 1 to 8, as in TIFF 6.0. */
  orientation: number
  /** Strips are as wide as the page. */
  segmentWidth: number
  segmentHeight: number
  isTiled: boolean
  offsets: readonly number[]
  counts: readonly number[]
  /** 65,536 steps of red, of green, of blue; empty: none. */
  palette: readonly number[]
  /** Of all JPEG segments; empty: each has its own. */
  jpegTables: Uint8Array
}

/** Strips and tiles beyond these are not looked for. */
const mostSegments = 500_000

const tables = async (reader: TiffReader, entries: Entries): Promise<Uint8Array> =>
  Uint8Array.from(await reader.numbers(entries.get(347)))

/** The layout of a page; null: it is not known here. @throws Truncated */
export const pageLayout = async (reader: TiffReader, entries: Entries): Promise<PageLayout | null> => {
  const number = (tag: number, otherwise: number): Promise<number> => reader.number(entries.get(tag), otherwise)
  // Some old writers keep the positions of tiles where those of strips belong.
  const isTiled = entries.has(322)
  const offsetEntry = entries.get(324) ?? entries.get(273)
  if (!offsetEntry || offsetEntry.count > mostSegments) return null
  const [width, height] = [await number(256, 0), await number(257, 0)]
  const bits = new Set(await reader.numbers(entries.get(258)))
  if (bits.size > 1 || width < 1 || height < 1) return null
  return {
    width,
    height,
    bits: [...bits][0] ?? 1,
    samples: await number(277, 1),
    compression: await number(259, 1),
    photometric: await number(262, 1),
    isPlanar: (await number(284, 1)) === 2,
    predictor: await number(317, 1),
    format: await number(339, 1),
    orientation: await number(274, 1),
    segmentWidth: isTiled ? await number(322, width) : width,
    segmentHeight: isTiled ? await number(323, height) : Math.min(await number(278, height), height),
    isTiled,
    offsets: await reader.numbers(offsetEntry),
    counts: await reader.numbers(entries.get(325) ?? entries.get(279)),
    palette: await reader.numbers(entries.get(320)),
    jpegTables: await tables(reader, entries),
  }
}
