import type { Axis, PlaneCoordinates } from '../image-source.ts'
import { damaged } from '../imaging-error.ts'
import { micrometresPer, type PixelSize, pixelSize } from '../pixel-size.ts'
import { readPage } from '../tiff/page.ts'
import { Tag } from '../tiff/tags.ts'
import { parseXml, type XmlElement } from '../xml.ts'
import { type Convention, singlePageDefaults, type TiffContext, type TiffLayout } from './layout.ts'
import { omeMetadata } from './ome-metadata.ts'
import { plain } from './plain.ts'
import { planeKey, presentPlanes, setNote } from './present-planes.ts'
import { resolutionTags } from './resolution.ts'

/** Planes listed in all `TiffData` elements together; real files stay far below. Limits the work that a crafted file can cause. */
const MAX_PLANES = 1_000_000

/** OME-TIFF (OME data model, `TiffData`): the XML in the first page assigns pages to channels, Z planes and time points. */
export const ome: Convention = async (context) => {
  const { description } = context
  if (!/<(\w+:)?OME[\s>]/.test(description)) return null
  const document = parseXml(description)?.find('OME')
  if (!document) return null
  const images = document.children('Image')
  // The images of a set of files are listed in each of them, also those that lie in others.
  const here = images.filter((image) => tiffData(image).some((data) => isHere(data, document)))
  const layouts = here.map((image) => ({
    name: image.attribute('Name') ?? '',
    layout: () => imageLayout(context, document, image),
  }))
  const [first, ...others] = layouts
  const layout = await first?.layout()
  if (!first || !layout) return isPartOfSet(document) ? partOfSet(context, document) : null
  const notes = [...layout.notes]
  if (notes.length === 0 && here.length < images.length && isPartOfSet(document))
    notes.push(setNote(otherFiles(document)))
  if (others.length > 0) notes.push(`The file holds ${here.length} images; analyses measure the first.`)
  const scenes = others.map(({ name, layout: open }) => ({
    name,
    layout: async () => {
      const found = await open()
      if (!found) throw damaged('An image of this OME-TIFF has no planes.')
      return found
    },
  }))
  return { ...layout, notes, scenes: others.length > 0 ? { own: first.name, others: scenes } : null }
}

/** One image of the file; null: none of its planes is in the file. */
async function imageLayout({ tiff }: TiffContext, document: XmlElement, image: XmlElement): Promise<TiffLayout | null> {
  const pixels = image.find('Pixels')
  const pages = pixels && pagesOf(pixels, document, tiff.directories.length)
  const first = pages?.values().next().value
  if (!pixels || !pages || first === undefined) return null
  const base = await readPage(tiff, first)
  const declared = sizesOf(pixels)
  // SizeC counts samples: an RGB page counts as three.
  const perPage = declared.c % base.samplesPerPixel === 0 ? base.samplesPerPixel : 1
  const present = presentPlanes(pages, { ...declared, c: declared.c / perPage }, otherFiles(document))
  return {
    ...singlePageDefaults(base),
    format: 'OME-TIFF',
    size: present.size,
    locate: (at) => ({ page: present.page(at), planeOffset: 0 }),
    channelNames: pixels.children('Channel').map((channel) => channel.attribute('Name') ?? ''),
    pixelSizeUm: physicalSize(pixels) ?? (await resolutionTags(tiff, base)),
    hasPyramid: base.directory.fields.has(Tag.SubIfds),
    notes: present.notes,
    metadata: omeMetadata(document, image),
    paletteIsDisplay: true,
  }
}

/** Names of the files of the set besides this one, as its description lists them, or of the file that has the description. */
function otherFiles(document: XmlElement): string[] {
  const companion = document.find('BinaryOnly')?.attribute('MetadataFile')
  const listed = document
    .children('Image')
    .flatMap(tiffData)
    .filter((data) => !isHere(data, document))
    .map((data) => data.find('UUID')?.attribute('FileName'))
  return [...new Set([companion, ...listed])].filter((name) => name !== undefined && name !== '') as string[]
}

const tiffData = (image: XmlElement): XmlElement[] => image.find('Pixels')?.children('TiffData') ?? []

/** Whether planes are in this file of a set. */
const isHere = (data: XmlElement, document: XmlElement): boolean => {
  const [uuid, own] = [data.find('UUID'), document.attribute('UUID')]
  return !uuid || !own || uuid.text === own
}

/** Whether the description of this file is in a companion, or all its planes are said to be in others. */
const isPartOfSet = (document: XmlElement): boolean =>
  document.find('BinaryOnly') !== undefined ||
  document.children('Image').some((image) => tiffData(image).some((data) => !isHere(data, document)))

/** Its pages as those of any TIFF: what they are is said elsewhere. */
async function partOfSet(context: TiffContext, document: XmlElement): Promise<TiffLayout | null> {
  const layout = await plain(context)
  return layout && { ...layout, format: 'OME-TIFF', notes: [...layout.notes, setNote(otherFiles(document))] }
}

const sizesOf = (pixels: XmlElement): Record<Axis, number> => {
  const size = (name: string) => Math.max(1, Math.floor(pixels.number(name, 1)))
  return { c: size('SizeC'), z: size('SizeZ'), t: size('SizeT') }
}

function physicalSize(pixels: XmlElement): PixelSize {
  const unit = (axis: string) => micrometresPer(pixels.attribute(`PhysicalSize${axis}Unit`) ?? 'µm') ?? Number.NaN
  const size = (axis: string) => pixels.number(`PhysicalSize${axis}`, Number.NaN) * unit(axis)
  return pixelSize(size('X'), size('Y'))
}

/** Page numbers, by coordinates, of the planes stored in this file (a set may have several). */
function pagesOf(pixels: XmlElement, document: XmlElement, pageCount: number): Map<string, number> {
  const size = sizesOf(pixels)
  const order = dimensionOrder(pixels)
  const pages = new Map<string, number>()
  let listed = 0
  for (const data of pixels.children('TiffData')) {
    if (!isHere(data, document)) continue
    const first = data.number('IFD', 0)
    const whole = data.attribute('IFD') === undefined ? pageCount : 1
    const count = Math.min(data.number('PlaneCount', whole), pageCount - first)
    const at: PlaneCoordinates = {
      c: data.number('FirstC', 0),
      z: data.number('FirstZ', 0),
      t: data.number('FirstT', 0),
    }
    listed += Math.max(0, count)
    if (listed > MAX_PLANES) throw damaged('The list of planes in this OME-TIFF is longer than any real one.')
    for (let i = 0; i < count; i++) {
      const key = planeKey(at)
      if (!pages.has(key)) pages.set(key, first + i)
      advance(at, size, order)
    }
  }
  return pages
}

/** The axes beside X and Y, fastest first. */
function dimensionOrder(pixels: XmlElement): Axis[] {
  const order = (pixels.attribute('DimensionOrder') ?? 'XYZCT').slice(2).toLowerCase()
  const axes = [...order].filter((axis): axis is Axis => axis === 'c' || axis === 'z' || axis === 't')
  return axes.length === 3 ? axes : ['z', 'c', 't']
}

/** Advances to the next plane, first axis fastest. */
function advance(at: PlaneCoordinates, size: Record<Axis, number>, order: Axis[]): void {
  for (const axis of order) {
    at[axis]++
    if (at[axis] < size[axis]) return
    at[axis] = 0
  }
}
