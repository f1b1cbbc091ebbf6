import { ApiError } from './http/api-error.ts'

/** Controls, and the marks that reorder text: with them a name can pretend to be another, or write lines into a mail. */
const invisible = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * A name for display, as people typed it but without what cannot be seen. Names never become paths.
 * @throws ApiError ERR_0400 when nothing is left
 */
export const sanitiseName = (text: string): string => {
  const name = text.toWellFormed().replace(invisible, '').normalize('NFC').trim()
  if (name === '') throw new ApiError('ERR_0400', 'Name is required and must not be empty.')
  return name
}
