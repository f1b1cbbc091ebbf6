import { open } from 'node:fs/promises'
import sharp from 'sharp'
import type { Archive } from '../archive/archive.ts'
import type { Spool } from '../archive/spool.ts'
import { type DicomHeader, dicomPicture, readHeader } from '../dicom/picture.ts'
import { Dicom } from '../dicom/tags.ts'
import type { ImageSource, SceneSource } from '../image-source.ts'
import { damaged, unsupported } from '../imaging-error.ts'
import { fileRangeReader, type RangeReader } from '../range-reader.ts'
import { SNIFF_BYTES, sniff } from '../sniff.ts'

/**
 * Opens a DICOM file: one resolution of a slide, or pictures of a camera.
 *
 * @throws ImagingError
 */
export async function openDicom(path: string): Promise<ImageSource> {
  const handle = await open(path)
  try {
    const read = fileRangeReader(handle)
    const header = await readHeader(read, (await handle.stat()).size)
    return { ...(await dicomPicture(read, header)), close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** A file of a series. */
interface Instance {
  read: RangeReader
  header: DicomHeader
}

const roleOf = ({ header }: Instance): string => header.data.texts(Dicom.ImageType)[2] ?? ''
const pixelsOf = ({ header: { data } }: Instance): number =>
  data.number(Dicom.TotalColumns, 0) * data.number(Dicom.TotalRows, 0)

/**
 * Opens the DICOM files of one slide in an archive: its largest resolution is the image, smaller ones are left out, label and overview are
 * pictures of the slide.
 *
 * @returns null: the archive has no DICOM files
 * @throws ImagingError
 */
export async function openDicomSeries(archive: Archive, spool: Spool): Promise<Omit<ImageSource, 'close'> | null> {
  const instances: Instance[] = []
  for (const member of archive.values()) {
    if (sniff(await member.read(0, SNIFF_BYTES)) !== 'dicom') continue
    const read = await spool.reader(member)
    instances.push({ read, header: await readHeader(read, member.size) })
  }
  const series = new Set(instances.map(({ header }) => header.data.text(Dicom.SeriesInstanceUid)))
  if (series.size === 0) return null
  if (series.size > 1)
    throw unsupported('The DICOM files of this archive are of several series', 'upload each series on its own')
  const resolutions = instances.filter((one) => !['LABEL', 'OVERVIEW', 'THUMBNAIL'].includes(roleOf(one)))
  const [largest] = resolutions.toSorted((a, b) => pixelsOf(b) - pixelsOf(a))
  if (!largest) throw damaged('The DICOM files of this archive have no image of the slide itself.')
  if (resolutions.some((one) => pixelsOf(one) === 0) && resolutions.length > 1)
    throw unsupported('The DICOM files of this archive are no slide', 'upload each of them on its own')
  if (resolutions.filter((one) => pixelsOf(one) === pixelsOf(largest)).length > 1)
    throw unsupported(
      'Several DICOM files of this archive have the same size, and it is not clear which is the image',
      'upload them one by one',
    )
  const pictures = [
    ['label', 'LABEL'],
    ['macro', 'OVERVIEW'],
  ] as const
  const slidePictures = pictures.flatMap(([kind, role]) => {
    const instance = instances.find((one) => roleOf(one) === role)
    return instance ? [{ kind, open: async () => pictureOf(await dicomPicture(instance.read, instance.header)) }] : []
  })
  const source = await dicomPicture(largest.read, largest.header)
  return { ...source, hasPyramid: resolutions.length > 1, slidePictures }
}

async function pictureOf({ plane, width, height, samples }: SceneSource) {
  const found = await plane({ c: 0, z: 0, t: 0 })
  if (found.via !== 'bands') throw new TypeError('DICOM is read in bands')
  const bytes = await found.rows(0, height)
  return sharp(Uint8Array.from(bytes), { raw: { width, height, channels: samples } })
}
