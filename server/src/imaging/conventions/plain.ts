import type { ImagingError } from '../imaging-error.ts'
import { readPage, samePixels, type TiffPage } from '../tiff/page.ts'
import type { TiffFile } from '../tiff/tiff-file.ts'
import { type Convention, singlePageDefaults } from './layout.ts'
import { resolutionTags } from './resolution.ts'

/**
 * Any other TIFF: the largest page that is no reduced copy is the image, pages of the same size and format are its
 * planes, smaller ones of the same shape its levels.
 */
export const plain: Convention = async ({ tiff }) => {
  const pages = await readablePages(tiff)
  const full = pages.filter((page) => !page.reduced)
  const base = largest(full.length > 0 ? full : pages)
  const planes = full.filter((page) => samePixels(page, base))
  const levels = pages.filter((page) => page.width < base.width && sameShape(page, base))
  const others = pages.length - Math.max(1, planes.length) - levels.length
  return {
    ...singlePageDefaults(base),
    format: tiff.big ? 'BigTIFF' : 'TIFF',
    size: { c: Math.max(1, planes.length), z: 1, t: 1 },
    unlabelledAxis: planes.length > 1 ? 'c' : null,
    locate: ({ c }) => ({ page: planes[c]?.index ?? base.index, planeOffset: 0 }),
    pixelSizeUm: await resolutionTags(tiff, base),
    hasPyramid: levels.length > 0 && !isThumbnail(levels, base),
    notes: others > 0 ? [`The file has ${others} more pages of another size or format, which are left out.`] : [],
  }
}

/** Unreadable pages are left out, except the first: its error is thrown. */
async function readablePages(tiff: TiffFile): Promise<TiffPage[]> {
  const first = await readPage(tiff, 0)
  const later = await Promise.all(
    tiff.directories.slice(1).map((_, i) => readPage(tiff, i + 1).catch((_error: ImagingError) => null)),
  )
  return [first, ...later.filter((page) => page !== null)]
}

const largest = (pages: TiffPage[]): TiffPage =>
  pages.reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a))

/** The same aspect ratio within 2 pixels of height: sides are rounded each time they are halved. */
function sameShape(small: TiffPage, large: TiffPage): boolean {
  const factor = large.width / small.width
  return Math.abs(large.height / factor - small.height) <= 2
}

/** Longest side of a page, in pixels, that programs add to a photograph for their lists. */
const THUMBNAIL_SIDE = 512

/** Whether the only smaller page is a preview: a level is larger, one of several, or made for tiles. */
const isThumbnail = ([level, ...more]: TiffPage[], base: TiffPage): boolean =>
  level !== undefined && more.length === 0 && !base.tiled && Math.max(level.width, level.height) <= THUMBNAIL_SIDE
