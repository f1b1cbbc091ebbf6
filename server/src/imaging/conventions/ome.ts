import type { Axis, PlaneCoordinates } from '../image-source.ts'
import { damaged } from '../imaging-error.ts'
import { micrometresPer, type PixelSize, pixelSize } from '../pixel-size.ts'
import { readPage } from '../tiff/page.ts'
import { Tag } from '../tiff/tags.ts'
import type { TiffFile } from '../tiff/tiff-file.ts'
import { parseXml, type XmlElement } from '../xml.ts'
import { type Convention, singlePageDefaults, type TiffContext, type TiffLayout } from './layout.ts'
import { omeMetadata } from './ome-metadata.ts'
import { plain } from './plain.ts'
import { planeKey, presentPlanes, setNote } from './present-planes.ts'
import { resolutionTags } from './resolution.ts'

/** Planes listed in all `TiffData` elements together; real files stay far below. Limits the work that a crafted file can cause. */
const MAX_PLANES = 1_000_000

/** The files in which an OME-XML may place planes. */
export interface OmeFiles {
  document: XmlElement
  /** Name of the file with the planes of a `TiffData`; null: it is not there. */
  fileOf(data: XmlElement): string | null
  /** @throws ImagingError */
  open(file: string): Promise<TiffFile>
  /** For users: that planes of an image are missing; null: the files are a set, whose missing files are said elsewhere. */
  missing: (() => string) | null
  /** For users: that planes of the grid are missing. */
  incomplete?: string
}

/** OME-TIFF (OME data model, `TiffData`): the XML in the first page assigns pages to channels, Z planes and time points. */
export const ome: Convention = async (context) => {
  const document = omeDocument(context.description)
  if (!document) return null
  const files: OmeFiles = {
    document,
    fileOf: (data) => (isHere(data, document) ? '' : null),
    open: async () => context.tiff,
    missing: () => setNote(otherFiles(document)),
  }
  const layout = await omeLayout(files)
  if (layout || !isPartOfSet(document)) return layout
  return partOfSet(context, document)
}

/** The root of an OME-XML; null: the text is none. */
export function omeDocument(text: string): XmlElement | null {
  return /<(\w+:)?OME[\s>]/.test(text) ? (parseXml(text)?.find('OME') ?? null) : null
}

/** The images of an OME-XML that have planes in the files; null: none has. @throws ImagingError */
export async function omeLayout(files: OmeFiles): Promise<TiffLayout | null> {
  const { document, missing } = files
  const images = document.children('Image')
  // The images of a set of files are listed in each of them, also those that lie in others.
  const here = images.filter((image) => tiffData(image).some((data) => files.fileOf(data) !== null))
  const layouts = here.map((image) => ({
    name: image.attribute('Name') ?? '',
    layout: () => imageLayout(files, image),
  }))
  const [first, ...others] = layouts
  const layout = await first?.layout()
  if (!first || !layout) return null
  const notes = [...layout.notes]
  if (missing && notes.length === 0 && here.length < images.length && isPartOfSet(document)) notes.push(missing())
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

/** One image; null: none of its planes is in the files. */
async function imageLayout(files: OmeFiles, image: XmlElement): Promise<TiffLayout | null> {
  const pixels = image.find('Pixels')
  const places = pixels && (await placesOf(pixels, files))
  const first = places?.values().next().value
  if (!pixels || !places || first === undefined) return null
  const tiff = await files.open(first.file)
  const base = await readPage(tiff, first.page)
  const declared = sizesOf(pixels)
  // SizeC counts samples: an RGB page counts as three.
  const perPage = declared.c % base.samplesPerPixel === 0 ? base.samplesPerPixel : 1
  const present = presentPlanes(places, { ...declared, c: declared.c / perPage }, files.incomplete)
  const metadata = omeMetadata(files.document, image)
  /** Of a list by channels, those whose planes are there; a page may have several. */
  const hereOf = <T>(channels: readonly T[]): readonly (T | undefined)[] =>
    present.isComplete || channels.length === 0 ? channels : present.channels.map((c) => channels[c])
  return {
    ...singlePageDefaults(base),
    baseFile: first.file,
    format: 'OME-TIFF',
    size: present.size,
    locate: (at) => ({ ...present.place(at), planeOffset: 0 }),
    channelNames: hereOf(pixels.children('Channel')).map((channel) => channel?.attribute('Name') ?? ''),
    pixelSizeUm: physicalSize(pixels) ?? (await resolutionTags(tiff, base)),
    hasPyramid: base.directory.fields.has(Tag.SubIfds),
    notes: present.isComplete || !files.missing ? [] : [files.missing()],
    metadata: metadata && { ...metadata, channels: hereOf(metadata.channels).map((channel) => channel ?? {}) },
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

/** All `TiffData` of an image. */
export const tiffData = (image: XmlElement): XmlElement[] => image.find('Pixels')?.children('TiffData') ?? []

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

/** Files and pages, by coordinates, of the planes that are in the files. */
async function placesOf(pixels: XmlElement, files: OmeFiles): Promise<Map<string, { file: string; page: number }>> {
  const size = sizesOf(pixels)
  const order = dimensionOrder(pixels)
  const places = new Map<string, { file: string; page: number }>()
  let listed = 0
  for (const data of pixels.children('TiffData')) {
    const file = files.fileOf(data)
    if (file === null) continue
    const { length: pageCount } = (await files.open(file)).directories
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
      if (!places.has(key)) places.set(key, { file, page: first + i })
      advance(at, size, order)
    }
  }
  return places
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
