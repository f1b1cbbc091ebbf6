import { fileMetadata, numberOf } from '../file-metadata.ts'
import { pixelSize } from '../pixel-size.ts'
import { readPage } from '../tiff/page.ts'
import type { TiffFile } from '../tiff/tiff-file.ts'
import { parseXml, type XmlElement } from '../xml.ts'
import { type Convention, singlePageDefaults, type TiffLayout } from './layout.ts'

const NANOMETRES_PER_MICROMETRE = 1_000

/** Leica SCN: an XML lists images (overview and scans) and, for each, the page of every resolution, channel and Z plane. */
export const leica: Convention = async ({ tiff, description }) => {
  if (!description.includes('<scn')) return null
  const images = parseXml(description)?.find('scn', 'collection')?.children('image') ?? []
  const all = images.filter((image) => image.find('pixels')).sort((a, b) => pixelCount(b) - pixelCount(a))
  const scans = all.filter((image) => !isOverview(image, all))
  const [scan, ...others] = scans.length > 0 ? scans : all
  if (!scan) return null
  const layout = await scanLayout(tiff, scan)
  const overview = all.find((image) => image !== scan && isOverview(image, all))
  return {
    ...layout,
    notes:
      others.length > 0 ? [`The file holds ${1 + others.length} scanned regions; analyses measure the largest.`] : [],
    scenes:
      others.length > 0
        ? {
            own: nameOf(scan),
            others: others.map((image) => ({ name: nameOf(image), layout: () => scanLayout(tiff, image) })),
          }
        : null,
    slidePictures: overview ? [{ kind: 'macro', page: pageOf(fullOf(overview), 0, 0) }] : [],
  }
}

const nameOf = (image: XmlElement) => image.attribute('name') ?? ''

const dimensionsOf = (image: XmlElement) => image.find('pixels')?.children('dimension') ?? []
const fullOf = (image: XmlElement) => dimensionsOf(image).filter((dimension) => dimension.number('r', 0) === 0)
const pageOf = (full: XmlElement[], c: number, z: number) =>
  full.find((dimension) => dimension.number('c', 0) === c && dimension.number('z', 0) === z)?.number('ifd', 0) ?? 0

async function scanLayout(tiff: TiffFile, scan: XmlElement): Promise<TiffLayout> {
  const full = fullOf(scan)
  const count = (axis: string) => 1 + Math.max(0, ...full.map((dimension) => dimension.number(axis, 0)))
  const base = await readPage(tiff, pageOf(full, 0, 0))
  const view = scan.find('view')
  const size = (axis: string, pixels: number) =>
    (view?.number(axis, Number.NaN) ?? Number.NaN) / NANOMETRES_PER_MICROMETRE / pixels
  const settings = scan.find('scanSettings')
  const channels = settings?.find('channelSettings')?.children('channel') ?? []
  return {
    ...singlePageDefaults(base),
    format: 'Leica SCN',
    size: { c: count('c'), z: count('z'), t: 1 },
    locate: ({ c, z }) => ({ page: pageOf(full, c, z), planeOffset: 0 }),
    pixelSizeUm: pixelSize(size('sizeX', base.width), size('sizeY', base.height)),
    hasPyramid: dimensionsOf(scan).length > full.length,
    metadata: fileMetadata({
      acquiredAt: scan.find('creationDate')?.text,
      instrument: scan.find('device')?.attribute('model'),
      objective: { magnification: numberOf(settings?.find('objectiveSettings', 'objective')?.text) },
      channels: channels.map((channel) => ({
        name: channel.attribute('name'),
        color: channel.attribute('rgb')?.toLowerCase(),
      })),
    }),
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
