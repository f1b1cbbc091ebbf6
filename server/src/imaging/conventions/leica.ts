import { pixelSize } from '../pixel-size.ts'
import { readPage } from '../tiff/page.ts'
import { parseXml, type XmlElement } from '../xml.ts'
import { type Convention, singlePageDefaults } from './layout.ts'

const NANOMETRES_PER_MICROMETRE = 1_000

/** Leica SCN: an XML lists images (overview and scans) and, for each, the page of every resolution, channel and Z plane. */
export const leica: Convention = async ({ tiff, description }) => {
  if (!description.includes('<scn')) return null
  const images = parseXml(description)?.find('scn', 'collection')?.children('image') ?? []
  const scans = images.filter((image) => image.find('pixels')).sort((a, b) => pixelCount(b) - pixelCount(a))
  const scan = scans[0]
  if (!scan) return null
  const dimensions = scan.find('pixels')?.children('dimension') ?? []
  const full = dimensions.filter((dimension) => dimension.number('r', 0) === 0)
  const count = (axis: string) => 1 + Math.max(0, ...full.map((dimension) => dimension.number(axis, 0)))
  const page = (c: number, z: number) =>
    full.find((dimension) => dimension.number('c', 0) === c && dimension.number('z', 0) === z)?.number('ifd', 0) ?? 0
  const base = await readPage(tiff, page(0, 0))
  const view = scan.find('view')
  const size = (axis: string, pixels: number) =>
    (view?.number(axis, Number.NaN) ?? Number.NaN) / NANOMETRES_PER_MICROMETRE / pixels
  const regions = scans.filter((image) => !isOverview(image, images)).length
  return {
    ...singlePageDefaults(base),
    format: 'Leica SCN',
    size: { c: count('c'), z: count('z'), t: 1 },
    locate: ({ c, z }) => ({ page: page(c, z), planeOffset: 0 }),
    pixelSizeUm: pixelSize(size('sizeX', base.width), size('sizeY', base.height)),
    hasPyramid: dimensions.length > full.length,
    notes: regions > 1 ? [`The file holds ${regions} scanned regions; the largest is shown.`] : [],
  }
}

function pixelCount(image: XmlElement): number {
  const pixels = image.find('pixels')
  return (pixels?.number('sizeX', 0) ?? 0) * (pixels?.number('sizeY', 0) ?? 0)
}

/** The overview shows the whole slide: no view has a larger area. */
function isOverview(image: XmlElement, all: XmlElement[]): boolean {
  const area = (other: XmlElement) =>
    (other.find('view')?.number('sizeX', 0) ?? 0) * (other.find('view')?.number('sizeY', 0) ?? 0)
  return all.length > 1 && all.every((other) => area(other) <= area(image))
}
