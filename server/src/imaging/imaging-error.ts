/** Why an image could not be processed. `cancelled`, `noSpace` and `crashed` say nothing about the file: the job may be run again. */
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

/** `message` is one sentence (or two) that tells the owner of the file what is wrong and what to do. */
export class ImagingError extends Error {
  override readonly name = 'ImagingError'
  readonly reason: ImagingReason

  constructor(reason: ImagingReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

export const damaged = (what: string, cause?: unknown) =>
  new ImagingError('damaged', `${what} Save or export it again and upload the new file.`, { cause })

export const unsupported = (what: string, instead: string) => new ImagingError('unsupported', `${what}; ${instead}.`)

export const truncated = () => damaged('This file is cut off: it ends before its image does.')
