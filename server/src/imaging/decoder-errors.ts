import type { ChildFailed } from '../platform/process/run-child.ts'
import { damaged, ImagingError, truncated } from './imaging-error.ts'

const patterns: [RegExp, () => ImagingError][] = [
  [/no space left|ENOSPC|EDQUOT/i, () => noSpace()],
  [
    /out of memory|unable to allocate|failed to allocate|cannot allocate|allocation failed|bad_alloc/i,
    () => outOfMemory(),
  ],
  [/premature|truncated|unexpected end|end of (file|stream|data|image)|read error|not enough data/i, truncated],
]

/** The disk is full: says nothing about the file, so the job may be run again. */
export const noSpace = () =>
  new ImagingError('noSpace', 'The server ran out of disk space while it processed this image; try again later.')

/** The decoder reached the memory limit of its process. */
const outOfMemory = () =>
  new ImagingError(
    'outOfMemory',
    'Decoding this image takes more memory than one image may use; save it as a tiled, pyramidal TIFF and upload it again.',
  )

/** The decoder ended abnormally: a defect of this program or its libraries, most likely triggered by a damaged file. */
export const crashed = (cause: unknown) =>
  new ImagingError(
    'crashed',
    'This file made the decoder stop: it is probably damaged. Export it again and upload the new file.',
    { cause },
  )

/** Converts any error of a decoder into one whose message can be shown; unrecognised errors are kept as `cause`. */
export function toImagingError(error: unknown): ImagingError {
  if (error instanceof ImagingError) return error
  const text = error instanceof Error ? error.message : String(error)
  const known = patterns.find(([pattern]) => pattern.test(text))
  if (known) return known[1]()
  if (isProgrammingError(error)) return crashed(error)
  return damaged('This file is damaged: its image data cannot be decoded.', error)
}

const isProgrammingError = (error: unknown) =>
  (error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError) && !('code' in error)

/** Why a decoding process gave no result, for the user. */
export function childFailureInWords(failed: ChildFailed): ImagingError {
  switch (failed.reason) {
    case 'memory':
      return outOfMemory()
    case 'time':
      return tookTooLong()
    case 'space':
      return noSpace()
    case 'output':
      return wroteTooMuch()
    default:
      return endedWithoutWord(failed)
  }
}

function endedWithoutWord({ cause }: ChildFailed): ImagingError {
  const stderr = String(cause)
  if (/out of memory|bad_alloc|cannot allocate/i.test(stderr)) return outOfMemory()
  if (/no space left/i.test(stderr)) return noSpace()
  return crashed(cause)
}

const tookTooLong = () =>
  new ImagingError(
    'timeout',
    'Decoding this image takes longer than one image may take; save it as a tiled, pyramidal TIFF and upload it again.',
  )

const wroteTooMuch = () =>
  new ImagingError(
    'tooLarge',
    'This image takes far more room when it is decoded than its file; upload a part of it or a reduced version.',
  )
