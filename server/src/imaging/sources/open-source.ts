import { open, stat } from 'node:fs/promises'
import { MAX_CLASSIC_TIFF_BYTES } from '../conventions/hamamatsu.ts'
import type { ImageSource } from '../image-source.ts'
import { ImagingError } from '../imaging-error.ts'
import { isReadable, type ReadableFormat, unreadableFormatError } from '../readable-formats.ts'
import { SNIFF_BYTES, sniff } from '../sniff.ts'
import { openArchive } from './archive.ts'
import { openBmp } from './bmp.ts'
import { openCzi } from './czi.ts'
import { openDicom } from './dicom.ts'
import { openJpeg2000 } from './jpeg-2000.ts'
import { openRaster } from './raster.ts'
import { openSlide } from './slide.ts'
import { openTiff } from './tiff.ts'
import { hasVipsProgram } from './vips-program.ts'

const openers: Record<ReadableFormat, (path: string, scratch: string) => Promise<ImageSource>> = {
  jpeg: (path) => openRaster(path, 'jpeg'),
  png: (path) => openRaster(path, 'png'),
  bmp: openBmp,
  tiff: openTiff,
  bigtiff: openTiff,
  czi: openCzi,
  jp2: openJpeg2000,
  dicom: openDicom,
  zip: (path, scratch) => openArchive(path, 'zip', scratch),
  tar: (path, scratch) => openArchive(path, 'tar', scratch),
}

/**
 * Recognises the format of a file by its content and opens it. TIFFs over 4 GB that cannot be read (such as NDPI) are tried with `vips`.
 *
 * @param originalName only for the message about proprietary formats
 * @param scratch folder for copies of what is in an archive; `close` removes them
 * @throws ImagingError
 */
export async function openSource(path: string, originalName: string, scratch: string): Promise<ImageSource> {
  const header = await readHeader(path)
  if (header.length === 0) throw new ImagingError('empty', 'This file is empty; upload it again.')
  const format = sniff(header)
  if (!isReadable(format)) throw unreadableFormatError(format, originalName)
  try {
    return await openers[format](path, scratch)
  } catch (error) {
    const beyondTiff = format === 'tiff' && (await stat(path)).size > MAX_CLASSIC_TIFF_BYTES
    if (!beyondTiff || !hasVipsProgram) throw error
    return openSlide(path)
  }
}

async function readHeader(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
