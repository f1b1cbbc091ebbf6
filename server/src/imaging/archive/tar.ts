import { damaged, truncated, unsupported } from '../imaging-error.ts'
import type { RangeReader } from '../range-reader.ts'
import { type Archive, type ArchiveMember, MAX_MEMBERS, memberName } from './archive.ts'

const BLOCK = 512
/** Bytes of a long name or of the attributes of one member. */
const MAX_ATTRIBUTES = 65_536

const text = (bytes: Uint8Array): string => {
  const end = bytes.indexOf(0)
  return Buffer.from(end < 0 ? bytes : bytes.subarray(0, end)).toString('utf8')
}

/** An octal number, or one of 63 bits whose first bit is set (GNU). */
function numberOf(bytes: Uint8Array): number {
  if ((bytes[0] ?? 0) & 0x80) return Number(Buffer.from(bytes).readBigUInt64BE(bytes.length - 8))
  const digits = text(bytes).trim()
  return digits === '' ? 0 : /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN
}

/** The sum of all bytes, those of the checksum itself as spaces. */
const isWhole = (header: Uint8Array): boolean =>
  header.reduce((sum, byte, i) => sum + (i >= 148 && i < 156 ? 32 : byte), 0) === numberOf(header.subarray(148, 156))

/** Attributes of the next member (POSIX pax): lines of `length key=value`. */
function attributesOf(content: Uint8Array): Map<string, string> {
  const found = new Map<string, string>()
  for (let at = 0; at < content.length; ) {
    const length = Number.parseInt(Buffer.from(content.subarray(at, at + 12)).toString('latin1'), 10)
    if (!(length > 3)) break
    const line = Buffer.from(content.subarray(at, at + length - 1)).toString('utf8')
    const [, key, value] = /^\d+ ([^=]+)=(.*)$/s.exec(line) ?? []
    if (key !== undefined && value !== undefined) found.set(key, value)
    at += length
  }
  return found
}

/**
 * Lists the files of a tar archive (POSIX, GNU); nothing is unpacked.
 *
 * @param fileBytes size of the archive
 * @throws ImagingError `damaged`, `unsupported`
 */
export async function openTar(read: RangeReader, fileBytes: number): Promise<Archive> {
  const members = new Map<string, ArchiveMember>()
  let next: { name?: string | undefined; size?: number } = {}
  for (let at = 0; at + BLOCK <= fileBytes; ) {
    const header = await read(at, BLOCK)
    if (header.length < BLOCK) throw truncated()
    if (header.every((byte) => byte === 0)) break
    if (!isWhole(header)) throw damaged('The list of files in this archive is damaged.')
    const kind = String.fromCharCode(header[156] ?? 0)
    const size = next.size ?? numberOf(header.subarray(124, 136))
    const start = at + BLOCK
    if (!Number.isSafeInteger(size) || size < 0) throw damaged('The list of files in this archive is damaged.')
    if (start + size > fileBytes) throw truncated()
    at = start + Math.ceil(size / BLOCK) * BLOCK
    if (kind === 'x' || kind === 'L') {
      if (size > MAX_ATTRIBUTES) throw damaged('The list of files in this archive is damaged.')
      const content = await read(start, size)
      if (kind === 'L') next = { ...next, name: text(content) }
      else {
        const attributes = attributesOf(content)
        const stated = attributes.get('size')
        next = { name: attributes.get('path') ?? next.name, ...(stated !== undefined && { size: Number(stated) }) }
      }
      continue
    }
    const prefix = text(header.subarray(345, 500))
    const own = text(header.subarray(0, 100))
    const stored = next.name ?? (text(header.subarray(257, 262)) === 'ustar' && prefix ? `${prefix}/${own}` : own)
    next = {}
    const name = kind === '0' || kind === '\0' ? memberName(stored) : null
    if (name === null) continue
    // Of two with one name the later counts: programs for Zarr append what they change.
    if (members.size >= MAX_MEMBERS)
      throw unsupported('This archive has more files than can be read', 'upload its parts')
    members.set(name, { name, size, isPacked: false, read: rangeOf(read, start, size) })
  }
  return members
}

/** Reads inside a part of a file only. */
export const rangeOf =
  (read: RangeReader, start: number, size: number): RangeReader =>
  async (offset, length) =>
    offset >= size ? new Uint8Array(0) : read(start + offset, Math.min(length, size - offset))
