import { extname } from 'node:path'
import { ImagingError } from './imaging-error.ts'
import type { SniffedFormat } from './sniff.ts'

/** Formats that have a decoder. */
export const readableFormats = [
  'jpeg',
  'png',
  'bmp',
  'tiff',
  'bigtiff',
  'czi',
  'jp2',
  'dicom',
  'zip',
  'tar',
] as const satisfies SniffedFormat[]
export type ReadableFormat = (typeof readableFormats)[number]

const refusals: Record<Exclude<SniffedFormat, ReadableFormat>, string> = {
  gif: 'This is a GIF image, which is not supported; save it as PNG or TIFF and upload it again.',
  webp: 'This is a WebP image, which is not supported; save it as PNG or TIFF and upload it again.',
  jxr: 'This is a JPEG XR image, which is not supported; save it as TIFF and upload it again.',
  heif: 'This is a HEIF or AVIF image, which is not supported; save it as PNG or TIFF and upload it again.',
  ole: 'This file is in a vendor’s own container, which is not supported; export it as OME-TIFF and upload it again.',
  pdf: 'This is a PDF document, not an image; export its pictures as PNG or TIFF and upload them.',
  lfsPointer:
    'This is a Git LFS pointer, not the image itself; fetch the real file with “git lfs pull” and upload that.',
}

/** Formats without public specification: recognised by extension only, for the message why they cannot be read. */
const proprietary: Record<string, string> = {
  '.vmic':
    'VMIC is a proprietary format that cannot be read here; export the image as TIFF or SVS and upload it again.',
  '.ctl':
    'CTL is a proprietary format that cannot be read here; export the image as TIFF or OME-TIFF and upload it again.',
}

/** The error for a file in a format without decoder; `format` null: not recognised. */
export function unreadableFormatError(format: SniffedFormat | null, originalName: string): ImagingError {
  const known = proprietary[extname(originalName).toLowerCase()]
  if (known) return new ImagingError('unsupported', known)
  if (format !== null && format in refusals) {
    return new ImagingError('unsupported', refusals[format as keyof typeof refusals])
  }
  return new ImagingError(
    'unknownFormat',
    'This file is not an image of a supported format, or it is damaged at its very beginning; export it as TIFF, PNG or JPEG and upload it again.',
  )
}

/** Whether there is a decoder for a recognised format. */
export const isReadable = (format: SniffedFormat | null): format is ReadableFormat =>
  readableFormats.some((readable) => readable === format)
