/**
 * Why an image could not be processed. After `cancelled`, `noSpace` and `crashed` the job may be run again: the file need not be the
 * reason.
 */
export const imagingReasons = [
  'empty',
  'unknownFormat',
  'unsupported',
  'damaged',
  'tooLarge',
  'outOfMemory',
  'timeout',
  'crashed',
  'cancelled',
  'noSpace',
] as const

export type ImagingReason = (typeof imagingReasons)[number]

/** `message` is shown to the user: one or two sentences on what is wrong and what can be done. */
export class ImagingError extends Error {
  override readonly name = 'ImagingError'
  readonly reason: ImagingReason

  constructor(reason: ImagingReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** @param what a sentence on what is wrong; what to do is added */
export const damaged = (what: string, cause?: unknown) =>
  new ImagingError('damaged', `${what} Save or export it again and upload the new file.`, { cause })

/** @param what a clause on what is not supported @param instead a clause on what to do */
export const unsupported = (what: string, instead: string) => new ImagingError('unsupported', `${what}; ${instead}.`)

/** The file ends before its image data does. */
export const truncated = () => damaged('This file is cut off: it ends before its image does.')
