import { damaged, truncated } from '../imaging-error.ts'
import type { RangeReader } from '../range-reader.ts'

/** Identifier of 16 characters, allocated size, used size. */
export const SEGMENT_HEADER_BYTES = 32

/** @throws ImagingError `damaged` when the file ends before `length` bytes */
export async function readExactly(read: RangeReader, offset: number, length: number): Promise<Buffer> {
  const bytes = await read(offset, length)
  if (bytes.length < length) throw truncated()
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/**
 * Bytes used by the segment at `position`, without its header.
 *
 * @throws ImagingError `damaged` when the identifier there is another
 */
export async function segmentSize(read: RangeReader, position: number, identifier: string): Promise<number> {
  const header = await readExactly(read, position, SEGMENT_HEADER_BYTES)
  if (header.toString('latin1', 0, 16).replace(/\0.*$/, '') !== identifier) {
    throw damaged('This CZI is damaged: a part of it is not where it should be.')
  }
  const used = safeInteger(header, 24)
  return used === 0 ? safeInteger(header, 16) : used
}

/**
 * A signed 64-bit little-endian address or size.
 *
 * @throws ImagingError `damaged` when it is negative or above 2^53 - 1
 */
export function safeInteger(bytes: Buffer, at: number): number {
  const value = Number(bytes.readBigInt64LE(at))
  if (!Number.isSafeInteger(value) || value < 0) throw damaged('An address in this CZI points beyond any file.')
  return value
}
