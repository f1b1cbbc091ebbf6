import { ApiError } from '../../platform/http/api-error.ts'

/** The Content-Range of a PUT: a part `[start, end]` of `total` bytes (D3-7-07), or a question for progress (D3-7-08). */
export type ContentRange =
  | { kind: 'part'; start: number; end: number; total: number }
  | { kind: 'progress'; total: number }

const partPattern = /^bytes (\d{1,16})-(\d{1,16})\/(\d{1,16})$/
const progressPattern = /^bytes \*\/(\d{1,16})$/

/** Parses Content-Range. @throws ApiError ERR_2002 for anything but `bytes start-end/total`, or a star in place of the range */
export const parseContentRange = (header: string | undefined): ContentRange => {
  const progress = progressPattern.exec(header ?? '')
  if (progress) return { kind: 'progress', total: Number(progress[1]) }
  const part = partPattern.exec(header ?? '')
  if (!part) throw new ApiError('ERR_2002')
  const [start, end, total] = [Number(part[1]), Number(part[2]), Number(part[3])]
  if (!Number.isSafeInteger(total) || start > end || end >= total) throw new ApiError('ERR_2002')
  return { kind: 'part', start, end, total }
}

/** The `Range` header for the stored bytes (D3-7-10); no header for 0 bytes. */
export const storedRange = (stored: number): Record<string, string> =>
  stored === 0 ? {} : { range: `bytes=0-${stored - 1}` }

/** Repr-Digest (RFC 9530) is a dictionary of algorithms; a SHA-256 has 43 base64 characters and one of padding. */
const sha256Member = /(?:^|,)[ \t]*sha-256=([^,]*)/
const byteSequence = /^:([A-Za-z0-9+/]{43}=):[ \t]*$/

/**
 * The SHA-256 of the whole file, hex; null when the header is absent or names other algorithms only.
 * @throws ApiError ERR_0400 for an invalid SHA-256
 */
export const parseReprDigest = (header: string | undefined): string | null => {
  const member = sha256Member.exec(header ?? '')
  if (!member) return null
  const base64 = byteSequence.exec(member[1] ?? '')?.[1]
  if (!base64) throw new ApiError('ERR_0400', 'The Repr-Digest header is not valid: sha-256=:base64: is expected.')
  return Buffer.from(base64, 'base64').toString('hex')
}
