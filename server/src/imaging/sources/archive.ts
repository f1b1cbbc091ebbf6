import { open } from 'node:fs/promises'
import type { Archive } from '../archive/archive.ts'
import { Spool } from '../archive/spool.ts'
import { openTar } from '../archive/tar.ts'
import { openZip } from '../archive/zip.ts'
import type { ImageSource } from '../image-source.ts'
import { ImagingError } from '../imaging-error.ts'
import { fileRangeReader } from '../range-reader.ts'
import { openDicomSeries } from './dicom.ts'
import { openOmeSet } from './ome-set.ts'

/** What an archive can hold: null, it holds something else. */
const datasets: readonly ((archive: Archive, spool: Spool) => Promise<Omit<ImageSource, 'close'> | null>)[] = [
  // Loaded for an archive only: its schemas are a third of the start of a decoder, of which each file has its own.
  async (archive) => (await import('./zarr.ts')).openZarr(archive),
  openOmeSet,
  openDicomSeries,
]

/**
 * Opens one image that is several files in an archive: an OME-Zarr, or the files of an OME-TIFF set or of a DICOM slide. Names of files in it are keys only.
 *
 * @param scratch folder for copies of files, which are removed when the image is closed
 * @throws ImagingError
 */
export async function openArchive(path: string, format: 'zip' | 'tar', scratch: string): Promise<ImageSource> {
  const handle = await open(path)
  const spool = new Spool(scratch)
  const close = async () => {
    await spool.close()
    await handle.close()
  }
  try {
    const read = fileRangeReader(handle)
    const { size } = await handle.stat()
    const archive = await (format === 'zip' ? openZip : openTar)(read, size)
    for (const dataset of datasets) {
      const source = await dataset(archive, spool)
      if (source) return { ...source, close }
    }
    throw new ImagingError(
      'unsupported',
      'This archive is neither an OME-Zarr nor the files of an OME-TIFF set or of a DICOM slide; unpack it and upload the images in it.',
    )
  } catch (error) {
    await close()
    throw error
  }
}
