import { isLargeNdpi } from '../tiff-pages.ts'
import { type Entries, TiffReader } from '../tiff-reader.ts'
import { type PageLayout, pageLayout } from './page-layout.ts'
import { canShow, pagePicture } from './page-picture.ts'
import type { DecodeJpeg } from './segment-samples.ts'

/** Pages and smaller versions of the first one beyond these are not looked at. */
const mostPages = 64
/** Tag of NDPI: magnification of the lens, negative of pictures of the slide's label and glass. */
const lens = 65_421

/** Tag and bit of a page that says which pixels of another one are there. */
const [kind, mask] = [254, 4]

/** Whether a page shows no pixels of the image: the label or the glass of a slide, or a mask. */
const isBeside = async (reader: TiffReader, entries: Entries): Promise<boolean> => {
  if (((await reader.number(entries.get(kind), 0)) & mask) !== 0) return true
  const text = await reader.text(entries.get(270))
  if (/^(label|macro)\b/m.test(text) || /<ImageType>(Label|Overview)</.test(text)) return true
  return (await reader.number(entries.get(lens), 1)) < 0
}

/** The first page, and the versions of it that are smaller. */
const versionsOf = async (reader: TiffReader, size: number): Promise<PageLayout[]> => {
  const found: PageLayout[] = []
  const seen = new Set<number>()
  const add = async (at: number): Promise<number> => {
    if (seen.has(at)) return 0
    seen.add(at)
    const { entries, next } = await reader.entries(at)
    if (isLargeNdpi(entries, size)) return 0
    const page = await pageLayout(reader, entries)
    const [first] = found
    const isVersion =
      !first ||
      (page !== null &&
        page.width < first.width &&
        Math.abs((page.width * first.height) / (page.height * first.width) - 1) < 0.03)
    if (page && isVersion && !(first && (await isBeside(reader, entries)))) found.push(page)
    // Without the first page there is nothing to compare with.
    if (found.length === 0) return 0
    if (seen.size === 1)
      for (const part of (await reader.numbers(entries.get(330))).slice(0, mostPages)) await add(part)
    return next
  }
  for (let at = await reader.firstPage(), count = 0; at !== 0 && count < mostPages; count++) at = await add(at)
  return found
}

/** The smallest that fills the picture first, then larger ones, at last those that must be enlarged. */
const byUse =
  (edge: number) =>
  (a: PageLayout, b: PageLayout): number => {
    const side = ({ width, height }: PageLayout): number => Math.min(width, height)
    const [small, other] = [side(a) < edge, side(b) < edge]
    if (small !== other) return small ? 1 : -1
    return small ? side(b) - side(a) : side(a) - side(b)
  }

/**
 * A square picture of the middle of a TIFF's first page, from the smallest version of it that the file has. Of several
 * channels, times or planes it is the first; single values are stretched over the range that the picture has.
 * @param edge - pixels
 * @returns red, green, blue and opacity; null: it cannot be made of a few megabytes of the file
 * @throws Truncated for a file that ends too early
 */
export const tiffPicture = async (
  file: Blob,
  edge: number,
  decodeJpeg: DecodeJpeg,
): Promise<Uint8ClampedArray<ArrayBuffer> | null> => {
  const reader = await TiffReader.open(file)
  for (const page of (await versionsOf(reader, file.size)).sort(byUse(edge))) {
    // A version that is damaged or not known here: perhaps another one is not.
    const picture = await pagePicture(file, page, reader.little, edge, decodeJpeg).catch(() => null)
    if (picture) return picture
  }
  return null
}

/** Compressions of TIFF that only the server decodes, as users know them. */
const names: Readonly<Record<number, string>> = {
  ...{ 2: 'fax coding', 3: 'fax coding', 4: 'fax coding', 6: 'old JPEG', 7: 'this kind of JPEG' },
  ...{ 33003: 'JPEG 2000', 33005: 'JPEG 2000', 34712: 'JPEG 2000' },
  ...{ 34887: 'LERC', 34925: 'LZMA', 50000: 'Zstandard', 50001: 'WebP', 50002: 'JPEG XL', 52546: 'JPEG XL' },
}
/** Without coding, LZW, Deflate, PackBits. */
const plain = [1, 5, 8, 32_773, 32_946]

/** Why there is no picture of a TIFF, in words. @throws Truncated */
export const whyNoTiffPicture = async (file: Blob): Promise<string> => {
  const reader = await TiffReader.open(file)
  const [page] = await versionsOf(reader, file.size)
  if (!page) return 'its pages are not known here'
  if (canShow(page)) return 'too much of the file would have to be read'
  if (plain.includes(page.compression))
    return `pixels of this kind (${page.samples} × ${page.bits} bit) are read by the server only`
  return `${names[page.compression] ?? 'its compression'} is decoded by the server only`
}
