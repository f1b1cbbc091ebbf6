import type { FileHandle } from 'node:fs/promises'

/** Reads `length` bytes from `offset`; fewer come back only at the end of the file. */
export type RangeReader = (offset: number, length: number) => Promise<Uint8Array>

export const fileRangeReader =
  (file: FileHandle): RangeReader =>
  async (offset, length) => {
    const buffer = Buffer.allocUnsafe(length)
    let filled = 0
    while (filled < length) {
      const { bytesRead } = await file.read(buffer, filled, length - filled, offset + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return buffer.subarray(0, filled)
  }

const BLOCK = 64 * 1024

/** Turns many small reads into few: keeps the last blocks read, passes large reads through. */
export function blockCached(read: RangeReader, blocks = 32): RangeReader {
  const cache = new Map<number, Promise<Uint8Array>>()
  const block = (index: number): Promise<Uint8Array> => {
    const known = cache.get(index) ?? read(index * BLOCK, BLOCK)
    cache.delete(index)
    cache.set(index, known)
    for (const oldest of cache.keys()) {
      if (cache.size <= blocks) break
      cache.delete(oldest)
    }
    known.catch(() => cache.delete(index))
    return known
  }
  return async (offset, length) => {
    const index = Math.floor(offset / BLOCK)
    const start = offset - index * BLOCK
    if (start + length > BLOCK) return read(offset, length)
    return (await block(index)).subarray(start, start + length)
  }
}
