import { readFile } from 'node:fs/promises'
import { zstdDecompressSync } from 'node:zlib'

/** A plane as it is stored: row-major, interleaved; colours blue, green, red. */
export interface StoredPlane {
  width: number
  height: number
  samples: 1 | 3
  data: Uint8Array | Uint16Array
}

interface Block {
  c: number
  z: number
  t: number
  x: number
  y: number
  /** Order in which tiles of a mosaic lie over each other. */
  m: number
  width: number
  height: number
  samples: 1 | 3
  bytes: 1 | 2
  data: Uint8Array
}

const formats: Record<number, { samples: 1 | 3; bytes: 1 | 2 }> = {
  0: { samples: 1, bytes: 1 },
  1: { samples: 1, bytes: 2 },
  3: { samples: 3, bytes: 1 },
}

/** Bytes of pairs may be stored apart: all low ones first. */
const zstd1 = (stored: Buffer): Uint8Array => {
  const header = stored[0] ?? 0
  const data = zstdDecompressSync(stored.subarray(header))
  if (header !== 3 || stored[1] !== 1 || ((stored[2] ?? 0) & 1) === 0) return data
  const half = data.length / 2
  return Uint8Array.from({ length: data.length }, (_, i) => data[(i % 2) * half + (i >> 1)] ?? 0)
}

const decoders: Record<number, (stored: Buffer) => Uint8Array> = {
  0: (stored) => stored,
  5: zstdDecompressSync,
  6: zstd1,
}

/** The sub-block of a segment, by its own entry; null: of a smaller level. */
const readBlock = (segment: Buffer): Block | null => {
  const metadataBytes = segment.readInt32LE(0)
  const dataBytes = Number(segment.readBigInt64LE(8))
  const dimensions = segment.readInt32LE(16 + 28)
  const entryBytes = 32 + 20 * dimensions
  const at: Record<string, { start: number; size: number; stored: number }> = {}
  for (let i = 0; i < dimensions; i++) {
    const from = 16 + 32 + 20 * i
    const name = segment.toString('latin1', from, from + 4).replaceAll('\0', '')
    at[name] = {
      start: segment.readInt32LE(from + 4),
      size: segment.readInt32LE(from + 8),
      stored: segment.readInt32LE(from + 16),
    }
  }
  const { X, Y } = at
  const format = formats[segment.readInt32LE(16 + 2)]
  const decode = decoders[segment.readInt32LE(16 + 18)]
  if (!X || !Y || !format || !decode) throw new RangeError('a sub-block of another kind than in these files')
  if (X.stored !== 0 && X.stored !== X.size) return null
  const from = Math.max(256, 16 + entryBytes) + metadataBytes
  const start = (axis: string) => at[axis]?.start ?? 0
  return {
    ...format,
    c: start('C'),
    z: start('Z'),
    t: start('T'),
    x: X.start,
    y: Y.start,
    m: start('M'),
    width: X.size,
    height: Y.size,
    data: decode(segment.subarray(from, from + dataBytes)),
  }
}

/**
 * Reads a CZI in another way than the server does: by going through all of its segments from the first to the last, without its directory, and with no
 * code of the server. Of raw and Zstandard sub-blocks with one scene only.
 *
 * @returns by `c z t`
 */
export const readCziBySegments = async (path: string): Promise<Map<string, StoredPlane>> => {
  const file = await readFile(path)
  const blocks: Block[] = []
  for (let at = 0; at + 32 <= file.length; ) {
    const name = file.toString('latin1', at, at + 16).replace(/\0.*$/s, '')
    const allocated = Number(file.readBigInt64LE(at + 16))
    const block = name === 'ZISRAWSUBBLOCK' ? readBlock(file.subarray(at + 32, at + 32 + allocated)) : null
    if (block) blocks.push(block)
    at += 32 + allocated
  }
  const left = Math.min(...blocks.map(({ x }) => x))
  const top = Math.min(...blocks.map(({ y }) => y))
  const width = Math.max(...blocks.map((block) => block.x + block.width)) - left
  const height = Math.max(...blocks.map((block) => block.y + block.height)) - top
  const planes = new Map<string, StoredPlane>()
  for (const block of blocks.toSorted((a, b) => a.m - b.m)) {
    const key = `${block.c} ${block.z} ${block.t}`
    const { samples, bytes } = block
    const plane = planes.get(key) ?? {
      width,
      height,
      samples,
      data: new (bytes === 2 ? Uint16Array : Uint8Array)(width * height * samples),
    }
    planes.set(key, plane)
    const view = new DataView(block.data.buffer, block.data.byteOffset, block.data.byteLength)
    for (let i = 0; i < block.width * block.height * samples; i++) {
      const [pixel, sample] = [Math.floor(i / samples), i % samples]
      const [x, y] = [block.x - left + (pixel % block.width), block.y - top + Math.floor(pixel / block.width)]
      plane.data[(y * width + x) * samples + sample] = bytes === 2 ? view.getUint16(2 * i, true) : view.getUint8(i)
    }
  }
  return planes
}
