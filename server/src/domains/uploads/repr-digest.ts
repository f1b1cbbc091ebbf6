import { ApiError } from '../../platform/http/api-error.ts'

/** RFC 9530: a dictionary of algorithms; a SHA-256 is 32 bytes, 43 base64 characters and one of padding. */
const sha256Member = /(?:^|,)[ \t]*sha-256=([^,]*)/
const byteSequence = /^:([A-Za-z0-9+/]{43}=):[ \t]*$/

/**
 * The SHA-256 of the whole file, hex; null when the header is absent or names other algorithms only.
 * @throws ApiError ERR_0400 for a SHA-256 that is none
 */
export const parseReprDigest = (header: string | undefined): string | null => {
  const member = sha256Member.exec(header ?? '')
  if (!member) return null
  const base64 = byteSequence.exec(member[1] ?? '')?.[1]
  if (!base64) throw new ApiError('ERR_0400', 'The Repr-Digest header is not valid: sha-256=:base64: is expected.')
  return Buffer.from(base64, 'base64').toString('hex')
}
