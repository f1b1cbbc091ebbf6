import { type FileHeader, plainHeader, readBytes, Truncated, utf8Of } from './file-header.ts'
import { omeSet } from './ome-xml.ts'
import { type TiffPage, tiffPages } from './tiff-pages.ts'

/** µm of a centimetre and of an inch. */
const unitMicrometres: Readonly<Record<number, number>> = { 2: 25_400, 3: 10_000 }
/** Coarser than this is the resolution of a print, such as 72 per inch. */
const coarsest = 50

const scaleOf = ({ resolution, unit }: TiffPage): number | null => {
  const micrometres = resolution ? (unitMicrometres[unit] ?? Number.NaN) / resolution : Number.NaN
  return micrometres > 0 && micrometres < coarsest ? micrometres : null
}

const attribute = (xml: string, name: string): string | null =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(xml)?.[1] ?? null

/** µm of the units that OME files use; µm when none is named. */
const omeUnits: Readonly<Record<string, number>> = { nm: 1e-3, µm: 1, um: 1, mm: 1e3, cm: 1e4, m: 1e6, '': 1 }

/** What an OME-XML says. @param isCompanion - it is a file of its own */
const omeHeader = (plain: FileHeader, xml: string, isCompanion = false): FileHeader => {
  const pixels = /<(?:\w+:)?Pixels\b[^>]*>/.exec(xml)?.[0] ?? ''
  const size = (axis: string): number => Number(attribute(pixels, `Size${axis}`) ?? 1)
  const scale = Number(attribute(pixels, 'PhysicalSizeX') ?? Number.NaN)
  const unit = omeUnits[attribute(pixels, 'PhysicalSizeXUnit') ?? ''] ?? Number.NaN
  // The samples of an RGB pixel count as channels in SizeC.
  const samples = Number(/SamplesPerPixel="(\d+)"/.exec(xml)?.[1] ?? 1)
  return {
    ...plain,
    format: 'OME-TIFF',
    set: omeSet(xml, isCompanion),
    channels: Math.max(1, Math.round(size('C') / samples)),
    times: size('T'),
    planes: size('Z'),
    pages: 1,
    micrometres: scale * unit > 0 ? scale * unit : plain.micrometres,
  }
}

/** More XML than this is not read. */
const mostXml = 64 * 1024 * 1024

/** The XML of an OME data set that is a file of its own. */
export const companionHeader = async (file: Blob): Promise<FileHeader> => {
  const xml = utf8Of(await readBytes(file, 0, Math.min(file.size, mostXml)))
  const pixels = /<(?:\w+:)?Pixels\b[^>]*>/.exec(xml)?.[0] ?? ''
  const side = (axis: string): number => Number(attribute(pixels, `Size${axis}`) ?? 0)
  return omeHeader(plainHeader('OME-TIFF', side('X'), side('Y'), null), xml, true)
}

const imageJHeader = (plain: FileHeader, page: TiffPage): FileHeader => {
  const count = (name: string): number => Number(new RegExp(`^${name}=(\\d+)`, 'm').exec(page.description)?.[1] ?? 1)
  const unit = /^unit=(.*)$/m.exec(page.description)?.[1] ?? ''
  const inMicrometres = /^(micron|microns|um|µm|\\u00B5m)$/i.test(unit.trim())
  return {
    ...plain,
    channels: count('channels'),
    times: count('frames'),
    planes: count('slices'),
    pages: 1,
    micrometres: inMicrometres && page.resolution ? 1 / page.resolution : plain.micrometres,
  }
}

/** A TIFF and the formats that are made of it. @throws Truncated for a file that ends too early or has no page */
export const tiffHeader = async (file: Blob): Promise<FileHeader> => {
  const pages = await tiffPages(file)
  const [first] = pages
  if (!first || first.width === 0 || first.height === 0) throw new Truncated()
  const { width, height, description, tags, stack } = first
  const same = pages.filter((page) => page.width === width && page.height === height && !page.reduced)
  const smaller = pages.filter((page) => page.width < width && page.height < height)
  const isSlide =
    tags.has(65420) || description.startsWith('Aperio') || description.includes('leica-microsystems.com/scn')
  const plain: FileHeader = {
    ...plainHeader('TIFF', width, height, first.bits),
    pages: isSlide ? 1 : same.length,
    micrometres: scaleOf(first),
    pyramid: first.hasSubPages || smaller.some(({ reduced }) => reduced) || (isSlide && smaller.length > 0),
  }
  if (/<(?:\w+:)?OME\b/.test(description)) return omeHeader(plain, description)
  if (description.startsWith('ImageJ=')) return imageJHeader(plain, first)
  if (description.startsWith('Aperio')) {
    const scale = Number(/\bMPP = ([\d.]+)/.exec(description)?.[1] ?? Number.NaN)
    return { ...plain, format: 'SVS', micrometres: scale > 0 ? scale : null }
  }
  if (description.includes('PerkinElmer-QPI')) return { ...plain, format: 'QPTIFF', channels: same.length, pages: 1 }
  if (tags.has(65420)) return { ...plain, format: 'NDPI' }
  if (isSlide) return { ...plain, format: 'SCN' }
  // The planes of a MetaMorph stack are mostly points of time.
  return stack === null ? plain : { ...plain, format: 'STK', times: stack, pages: 1 }
}
