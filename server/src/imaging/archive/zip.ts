import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { damaged, ImagingError, truncated, unsupported } from '../imaging-error.ts'
import type { RangeReader } from '../range-reader.ts'
import { type Archive, type ArchiveMember, MAX_MEMBERS, memberName } from './archive.ts'
import { rangeOf } from './tar.ts'

const END = 0x06054b50
const END_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50
const RECORD = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const LOCATOR_BYTES = 20
const RECORD_BYTES = 46
const LOCAL_BYTES = 30
const MAX_COMMENT = 65_535
const MAX_DIRECTORY = 128 * 1024 ** 2
/** Bytes of a compressed member, which is unpacked in memory: larger ones are to be stored, as programs for OME-Zarr do. */
const MAX_INFLATED = 256 * 1024 ** 2

const broken = () => damaged('The list of files in this archive is damaged.')

/**
 * Lists the files of a zip archive, also of more than 4 GB; nothing is unpacked but what is read.
 *
 * @param fileBytes size of the archive
 * @throws ImagingError `damaged`, `unsupported`
 */
export async function openZip(read: RangeReader, fileBytes: number): Promise<Archive> {
  const { offset, length, count } = await findDirectory(read, fileBytes)
  if (offset + length > fileBytes) throw broken()
  if (count > MAX_MEMBERS || length > MAX_DIRECTORY)
    throw unsupported('This archive has more files than can be read', 'upload its parts')
  const directory = Buffer.from(await read(offset, length))
  if (directory.length < length) throw truncated()
  const members = new Map<string, ArchiveMember>()
  let at = 0
  let stored = 0
  for (let i = 0; i < count; i++) {
    if (at + RECORD_BYTES > length || directory.readUInt32LE(at) !== RECORD) throw broken()
    const [names, extras, comments] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ]
    const end = at + RECORD_BYTES + names + extras + comments
    if (end > length) throw broken()
    const record = recordOf(directory.subarray(at, end), names, extras)
    at = end
    stored += record.packed
    const name = memberName(record.name)
    if (name === null) continue
    // Of two with one name the later counts: programs for Zarr append what they change.
    members.set(name, memberOf(read, name, record))
  }
  // Members that share bytes would let a small archive become a large image.
  if (stored > fileBytes) throw damaged('Files of this archive lie in the same place.')
  return members
}

/** One record of the central directory; sizes in bytes. */
interface Record {
  name: string
  encrypted: boolean
  method: number
  packed: number
  size: number
  header: number
}

function recordOf(bytes: Buffer, names: number, extras: number): Record {
  const record = {
    name: bytes.subarray(RECORD_BYTES, RECORD_BYTES + names).toString('utf8'),
    encrypted: (bytes.readUInt16LE(8) & 1) === 1,
    method: bytes.readUInt16LE(10),
    packed: bytes.readUInt32LE(20),
    size: bytes.readUInt32LE(24),
    header: bytes.readUInt32LE(42),
  }
  const wide = extraOf(bytes.subarray(RECORD_BYTES + names, RECORD_BYTES + names + extras), 1)
  let at = 0
  for (const field of ['size', 'packed', 'header'] as const) {
    if (record[field] !== 0xffffffff) continue
    if (!wide || at + 8 > wide.length) throw broken()
    record[field] = safe(wide.readBigUInt64LE(at))
    at += 8
  }
  return record
}

function extraOf(extras: Buffer, id: number): Buffer | null {
  for (let at = 0; at + 4 <= extras.length; ) {
    const length = extras.readUInt16LE(at + 2)
    if (extras.readUInt16LE(at) === id) return extras.subarray(at + 4, at + 4 + length)
    at += 4 + length
  }
  return null
}

const safe = (value: bigint): number => {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw broken()
  return Number(value)
}

/** Where the central directory is: at the end of the archive, before a comment. */
async function findDirectory(read: RangeReader, fileBytes: number) {
  const tailBytes = Math.min(fileBytes, END_BYTES + MAX_COMMENT + LOCATOR_BYTES)
  const tailAt = fileBytes - tailBytes
  const tail = Buffer.from(await read(tailAt, tailBytes))
  let at = tail.length - END_BYTES
  while (at >= 0 && tail.readUInt32LE(at) !== END) at--
  if (at < 0) throw truncated()
  const found = {
    offset: tail.readUInt32LE(at + 16),
    length: tail.readUInt32LE(at + 12),
    count: tail.readUInt16LE(at + 10),
  }
  const locator = at - LOCATOR_BYTES
  if (locator < 0 || tail.readUInt32LE(locator) !== LOCATOR_64) return found
  const wide = Buffer.from(await read(safe(tail.readBigUInt64LE(locator + 8)), 56))
  if (wide.length < 56 || wide.readUInt32LE(0) !== END_64) throw broken()
  return {
    offset: safe(wide.readBigUInt64LE(48)),
    length: safe(wide.readBigUInt64LE(40)),
    count: safe(wide.readBigUInt64LE(32)),
  }
}

const STORED = 0
const DEFLATED = 8

function memberOf(read: RangeReader, name: string, record: Record): ArchiveMember {
  let stored: Promise<RangeReader> | null = null
  const isPacked = record.method !== STORED
  return {
    name,
    size: record.size,
    isPacked,
    async read(offset, length) {
      if (isPacked) return (await contentOf(read, name, record))(offset, length)
      stored ??= contentOf(read, name, record)
      return (await stored)(offset, length)
    },
  }
}

async function contentOf(read: RangeReader, name: string, record: Record): Promise<RangeReader> {
  if (record.encrypted)
    throw unsupported('The files of this archive are encrypted', 'make an archive without a password')
  const local = Buffer.from(await read(record.header, LOCAL_BYTES))
  if (local.length < LOCAL_BYTES || local.readUInt32LE(0) !== LOCAL) throw broken()
  const start = record.header + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28)
  if (record.method === STORED) {
    if (record.packed !== record.size) throw broken()
    return rangeOf(read, start, record.size)
  }
  if (record.method !== DEFLATED)
    throw unsupported(
      'The files of this archive are compressed in an unusual way',
      'make the archive without compression',
    )
  if (record.size > MAX_INFLATED)
    throw unsupported('The files of this archive are large and compressed', 'make the archive without compression')
  const packed = await read(start, record.packed)
  if (packed.length < record.packed) throw truncated()
  const whole = await promisify(inflateRaw)(packed, { maxOutputLength: Math.max(1, record.size) }).catch(
    (error: unknown) => {
      throw new ImagingError('damaged', `The file ${name} of this archive is damaged; make the archive again.`, {
        cause: error,
      })
    },
  )
  if (whole.length !== record.size) throw broken()
  return async (offset, length) => whole.subarray(offset, offset + length)
}
