import type { FileHandle } from 'node:fs/promises'

/** Reads `length` bytes from byte `offset` of a file; returns fewer only at its end. */
export type RangeReader = (offset: number, length: number) => Promise<Uint8Array>

/** Reads from an open file, which stays the caller's to close. */
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

/**
 * Caches the most recently used blocks of 64 KiB, so that many small reads become few; a read that spans blocks is passed through.
 *
 * @param blocks how many blocks are kept
 */
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
