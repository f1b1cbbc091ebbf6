/** A tag with its numbers, or its text. */
export type TestTag = [tag: number, value: number | readonly number[] | string | Uint8Array]

/** One directory of a test TIFF. */
export interface TestPage {
  tags: TestTag[]
  /** Contents of its strips or tiles, in their order. */
  segments: readonly Uint8Array[]
  tiled?: boolean
}

const SHORT = 3
const LONG = 4
const ASCII = 2
const UNDEFINED = 7

const encode = (value: TestTag[1]): { type: number; count: number; bytes: Buffer } => {
  if (typeof value === 'string') {
    const bytes = Buffer.from(`${value}\0`, 'latin1')
    return { type: ASCII, count: bytes.length, bytes }
  }
  if (value instanceof Uint8Array) return { type: UNDEFINED, count: value.length, bytes: Buffer.from(value) }
  const numbers = typeof value === 'number' ? [value] : value
  const long = numbers.some((number) => number > 65_535)
  const bytes = Buffer.from((long ? Uint32Array.from(numbers) : Uint16Array.from(numbers)).buffer)
  return { type: long ? LONG : SHORT, count: numbers.length, bytes }
}

/** A little-endian TIFF of one or more pages: pixels as they are given, so that tests can write what no library does. */
export const writeTestTiff = (pages: readonly TestPage[]): Buffer => {
  const parts: Buffer[] = []
  let end = 8
  const append = (bytes: Uint8Array): number => {
    const at = end
    const even = Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)])
    parts.push(even)
    end += even.length
    return at
  }
  const directories: { at: number; bytes: Buffer }[] = []
  for (const { tags, segments, tiled = false } of pages) {
    const offsets = segments.map(append)
    const lengths = segments.map(({ length }) => length)
    const all: TestTag[] = [...tags, [tiled ? 324 : 273, offsets], [tiled ? 325 : 279, lengths]]
    const entries = all
      .sort(([a], [b]) => a - b)
      .map(([tag, value]) => {
        const { type, count, bytes } = encode(value)
        const entry = Buffer.alloc(12)
        entry.writeUInt16LE(tag, 0)
        entry.writeUInt16LE(type, 2)
        entry.writeUInt32LE(count, 4)
        if (bytes.length <= 4) bytes.copy(entry, 8)
        else entry.writeUInt32LE(append(bytes), 8)
        return entry
      })
    const bytes = Buffer.concat([Buffer.alloc(2), ...entries, Buffer.alloc(4)])
    bytes.writeUInt16LE(entries.length, 0)
    directories.push({ at: append(bytes), bytes })
  }
  for (const [i, { bytes }] of directories.entries()) {
    bytes.writeUInt32LE(directories[i + 1]?.at ?? 0, bytes.length - 4)
  }
  const header = Buffer.from('II*\0\0\0\0\0', 'latin1')
  header.writeUInt32LE(directories[0]?.at ?? 0, 4)
  const file = Buffer.concat([header, ...parts])
  // Addresses of later directories are known only now.
  for (const { at, bytes } of directories) bytes.copy(file, at)
  return file
}
