import { type Archive, type ArchiveMember, baseName } from '../archive/archive.ts'
import type { Spool } from '../archive/spool.ts'
import { type OmeFiles, omeDocument, omeLayout, tiffData } from '../conventions/ome.ts'
import { missingNote } from '../conventions/present-planes.ts'
import type { ImageSource } from '../image-source.ts'
import { damaged, ImagingError } from '../imaging-error.ts'
import { SNIFF_BYTES, sniff } from '../sniff.ts'
import { limitSharedSegments } from '../tiff/shared-segments.ts'
import { Tag } from '../tiff/tags.ts'
import { TiffFile } from '../tiff/tiff-file.ts'
import type { XmlElement } from '../xml.ts'
import { type OpenTiff, sourceOfLayout } from './tiff.ts'

/** Bytes of an OME-XML in a file of its own; those of plates have some ten million. */
const MAX_COMPANION = 64 * 1024 ** 2

const isCompanion = ({ name, size }: ArchiveMember) => /\.(ome|ome\.xml|xml)$/i.test(name) && size <= MAX_COMPANION

/**
 * Opens the OME-TIFFs of an archive as the images that their OME-XML makes of them.
 *
 * @param spool for copies of members
 * @returns null: the archive has no OME-TIFFs
 * @throws ImagingError
 */
export async function openOmeSet(archive: Archive, spool: Spool): Promise<Omit<ImageSource, 'close'> | null> {
  const members = [...archive.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const tiffs = new Map<string, ArchiveMember>()
  for (const member of members) {
    const format = sniff(await member.read(0, SNIFF_BYTES))
    if (format === 'tiff' || format === 'bigtiff') tiffs.set(baseName(member.name), member)
  }
  const opened = new Map<string, Promise<OpenTiff>>()
  const open = (name: string): Promise<OpenTiff> => {
    const member = tiffs.get(name)
    if (!member) throw damaged(`The file ${name} of this set is missing.`)
    const file = opened.get(name) ?? openMember(member, spool)
    opened.set(name, file)
    return file
  }
  const described = await findDocument(members.filter(isCompanion), tiffs, open)
  if (!described) return null
  const { document, own } = described
  const names = namesOf(document)
  const missing = [...names].filter((name) => !tiffs.has(name))
  const files: OmeFiles = {
    document,
    fileOf(data) {
      const name = nameOf(data) ?? own
      return name !== null && tiffs.has(name) ? name : null
    },
    open: async (name) => (await open(name)).tiff,
    missing: null,
    ...(missing.length > 0 && { incomplete: missingNote(missing, names.size).replace(/ Their planes.*/, '') }),
  }
  const layout = await omeLayout(files)
  if (!layout) throw new ImagingError('damaged', noPlanes(missing))
  const used = [...names].length - missing.length
  const notes = [
    `The image was put together of ${Math.max(1, used)} files.`,
    ...(missing.length > 0 ? [missingNote(missing, names.size)] : []),
  ]
  return sourceOfLayout(open, { ...layout, notes: [...notes, ...layout.notes] })
}

const noPlanes = (missing: readonly string[]) =>
  missing.length > 0
    ? `No file with planes of this OME-TIFF set is there; missing: ${missing.slice(0, 5).join(', ')}. Upload all files of the set together.`
    : 'No file of this OME-TIFF set has planes. Export it again and upload all its files together.'

async function openMember(member: ArchiveMember, spool: Spool): Promise<OpenTiff> {
  const read = await spool.reader(member)
  const tiff = await TiffFile.open(read)
  return { path: () => spool.path(member), tiff, read, count: limitSharedSegments(tiff, member.size) }
}

/** The OME-XML with images, and the name of the TIFF that it is in; null: a companion. */
async function findDocument(
  companions: readonly ArchiveMember[],
  tiffs: ReadonlyMap<string, ArchiveMember>,
  open: (name: string) => Promise<OpenTiff>,
): Promise<{ document: XmlElement; own: string | null } | null> {
  for (const companion of companions) {
    const text = Buffer.from(await companion.read(0, companion.size)).toString('utf8')
    const document = omeDocument(text)
    if (document?.find('Image')) return { document, own: tiffs.size === 1 ? ([...tiffs.keys()][0] ?? null) : null }
  }
  let companion: string | undefined
  for (const name of tiffs.keys()) {
    const { tiff } = await open(name)
    const [first] = tiff.directories
    const document = first && omeDocument((await tiff.text(first, Tag.ImageDescription).catch(() => null)) ?? '')
    if (document?.find('Image')) return { document, own: name }
    companion ??= document?.find('BinaryOnly')?.attribute('MetadataFile')
  }
  if (companion !== undefined) {
    throw new ImagingError(
      'damaged',
      `The file ${companion}, which says what the planes of this OME-TIFF set are, is missing. Upload all files of the set together.`,
    )
  }
  return null
}

const nameOf = (data: XmlElement): string | null => {
  const name = data.find('UUID')?.attribute('FileName')
  return name ? baseName(name) : null
}

/** Names of all files with planes. */
const namesOf = (document: XmlElement): Set<string> =>
  new Set(
    document
      .children('Image')
      .flatMap(tiffData)
      .map(nameOf)
      .filter((name) => name !== null),
  )
