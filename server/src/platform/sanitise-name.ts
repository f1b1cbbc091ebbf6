import { ApiError } from './http/api-error.ts'

/** Control characters and marks of text direction: with them a name can imitate another or insert lines into a mail. */
const invisible = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * A name for display: as typed, but without invisible characters, trimmed and in Unicode form NFC. Names never become paths.
 * @throws ApiError ERR_0400 for a name without visible characters
 */
export const sanitiseName = (text: string): string => {
  const name = text.toWellFormed().replace(invisible, '').normalize('NFC').trim()
  if (name === '') throw new ApiError('ERR_0400', 'Name is required and must not be empty.')
  return name
}
