import { zstdCompressSync } from 'node:zlib'

/** One sub-block of a test CZI. */
export interface TestBlock {
  /** Starts on each axis; X and Y in pixels of the whole image. */
  at: { X: number; Y: number } & Record<string, number>
  width: number
  height: number
  pixelType: number
  compression: number
  data: Uint8Array
  /** Stored width, when the block belongs to a smaller level. */
  storedWidth?: number
}

const HEADER = 32
const DIRECTORY_ENTRIES_AT = 128
const SUB_BLOCK_FIXED = 256

function segment(identifier: string, content: Buffer): Buffer {
  const size = Math.ceil(content.length / 32) * 32
  const bytes = Buffer.alloc(HEADER + size)
  bytes.write(identifier, 'latin1')
  bytes.writeBigInt64LE(BigInt(size), 16)
  bytes.writeBigInt64LE(BigInt(content.length), 24)
  content.copy(bytes, HEADER)
  return bytes
}

function directoryEntry(block: TestBlock, position: number): Buffer {
  const axes = Object.entries(block.at)
  const entry = Buffer.alloc(32 + 20 * axes.length)
  entry.write('DV')
  entry.writeInt32LE(block.pixelType, 2)
  entry.writeBigInt64LE(BigInt(position), 6)
  entry.writeInt32LE(block.compression, 18)
  entry.writeInt32LE(axes.length, 28)
  for (const [i, [name, start]] of axes.entries()) {
    const from = 32 + 20 * i
    const size = name === 'X' ? block.width : name === 'Y' ? block.height : 1
    entry.write(name, from)
    entry.writeInt32LE(start, from + 4)
    entry.writeInt32LE(size, from + 8)
    entry.writeInt32LE(name === 'X' ? (block.storedWidth ?? size) : size, from + 16)
  }
  return entry
}

function subBlock(block: TestBlock, position: number): Buffer {
  const entry = directoryEntry(block, position)
  const content = Buffer.alloc(SUB_BLOCK_FIXED + block.data.length)
  content.writeBigInt64LE(BigInt(block.data.length), 8)
  entry.copy(content, 16)
  content.set(block.data, SUB_BLOCK_FIXED)
  return segment('ZISRAWSUBBLOCK', content)
}

/** A complete CZI file. */
export function buildCzi(blocks: TestBlock[], xml: string): Buffer {
  const header = Buffer.alloc(512 - HEADER)
  const parts: Buffer[] = []
  let position = 512
  const entries: Buffer[] = []
  for (const block of blocks) {
    const part = subBlock(block, position)
    entries.push(directoryEntry(block, position))
    parts.push(part)
    position += part.length
  }
  const directory = Buffer.alloc(DIRECTORY_ENTRIES_AT)
  directory.writeInt32LE(blocks.length, 0)
  header.writeBigInt64LE(BigInt(position), 52)
  parts.push(segment('ZISRAWDIRECTORY', Buffer.concat([directory, ...entries])))
  position += parts.at(-1)?.length ?? 0
  header.writeBigInt64LE(BigInt(position), 60)
  const metadata = Buffer.alloc(256)
  metadata.writeInt32LE(Buffer.byteLength(xml), 0)
  parts.push(segment('ZISRAWMETADATA', Buffer.concat([metadata, Buffer.from(xml)])))
  return Buffer.concat([segment('ZISRAWFILE', header), ...parts])
}

/** 16-bit samples as ZSTD1 with low and high bytes stored separately. */
export function packZstd1(samples: Uint16Array): Buffer {
  const bytes = Buffer.alloc(2 * samples.length)
  for (const [i, value] of samples.entries()) {
    bytes[i] = value & 255
    bytes[samples.length + i] = value >> 8
  }
  return Buffer.concat([Buffer.from([3, 1, 1]), zstdCompressSync(bytes)])
}
