import { fileMetadata } from '../file-metadata.ts'
import { unsupported } from '../imaging-error.ts'
import { readPage, samePixels, type TiffPage } from '../tiff/page.ts'
import { Tag, type TagNumber } from '../tiff/tags.ts'
import type { TiffDirectory, TiffFile } from '../tiff/tiff-file.ts'
import { type Convention, singlePageDefaults, type TiffLayout } from './layout.ts'
import { resolutionTags } from './resolution.ts'

/** Bytes that the 32-bit offsets of a classic TIFF can address. Larger NDPI files keep the upper halves of offsets in private places. */
export const MAX_CLASSIC_TIFF_BYTES = 2 ** 32

/** Value of the magnification of the picture of the whole slide. */
const MACRO = -1

const text = (tiff: TiffFile, directory: TiffDirectory, tag: TagNumber) => tiff.text(directory, tag).catch(() => null)

/** `year:month:day hours:minutes:seconds` of TIFF, also with slashes. */
function moment(stated: string | null): string | undefined {
  const [, year, month, day, time] = /^(\d{4})[:/](\d\d)[:/](\d\d) (\d\d:\d\d:\d\d)$/.exec(stated?.trim() ?? '') ?? []
  return year && `${year}-${month}-${day}T${time}`
}

/** Hamamatsu NDPI: the first page is the scan; pages of its size are further focal planes, the others levels and overviews. */
export const hamamatsu: Convention = async ({ tiff, fileBytes }) => {
  const [first] = tiff.directories
  if (!first?.fields.has(Tag.NdpiMagnification)) return null
  if (fileBytes > MAX_CLASSIC_TIFF_BYTES) {
    throw unsupported('NDPI slides of over 4 GB are not supported', 'export it as BigTIFF or OME-TIFF and upload that')
  }
  const base = await readPage(tiff, 0)
  const planes: TiffPage[] = [base]
  const slidePictures: TiffLayout['slidePictures'][number][] = []
  for (let index = 1; index < tiff.directories.length; index++) {
    const page = await readPage(tiff, index)
    if (samePixels(page, base)) planes.push(page)
    if ((await tiff.number(page.directory, Tag.NdpiMagnification, 0)) === MACRO)
      slidePictures.push({ kind: 'macro', page: index })
  }
  return {
    ...singlePageDefaults(base),
    format: 'Hamamatsu NDPI',
    size: { c: 1, z: planes.length, t: 1 },
    locate: ({ z }) => ({ page: planes[z]?.index ?? 0, planeOffset: 0 }),
    pixelSizeUm: await resolutionTags(tiff, base),
    hasPyramid: tiff.directories.length > planes.length,
    metadata: fileMetadata({
      acquiredAt: moment(await text(tiff, first, Tag.DateTime)),
      instrument: [await text(tiff, first, Tag.Make), await text(tiff, first, Tag.Model)].filter(Boolean).join(' '),
      objective: { magnification: await tiff.number(first, Tag.NdpiMagnification, 0) },
    }),
    slidePictures,
    // NDPI strips may be larger than JPEG allows and are divided by restart markers; decoders report that as errors.
    tolerant: true,
  }
}
