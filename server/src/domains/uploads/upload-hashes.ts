import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { LRUCache } from 'lru-cache'

/** Uploads whose hash is kept in memory; for others the stored bytes are read again. */
const capacity = 500

/**
 * Running SHA-256 of uploads. After a restart, or when another process has stored parts, the missing bytes are read from the file.
 * This is safe because stored bytes that were acknowledged never change.
 */
export class UploadHashes {
  readonly #kept = new LRUCache<string, { length: number; hash: Hash }>({ max: capacity })

  /**
   * The hash of the first `length` bytes: a copy, which the caller may update. It is kept at once: what was read for it would be read again
   * when the part fails for which it was asked.
   */
  async upTo(uploadId: string, file: string, length: number): Promise<Hash> {
    const kept = this.#kept.get(uploadId)
    const usable = kept && kept.length <= length ? kept : { length: 0, hash: createHash('sha256') }
    const hash = usable.hash.copy()
    if (usable.length < length) {
      await feed(hash, file, usable.length, length)
      this.keep(uploadId, length, hash)
    }
    return hash
  }

  keep(uploadId: string, length: number, hash: Hash): void {
    this.#kept.set(uploadId, { length, hash: hash.copy() })
  }

  drop(uploadId: string): void {
    this.#kept.delete(uploadId)
  }
}

const feed = async (hash: Hash, file: string, from: number, to: number): Promise<void> => {
  for await (const chunk of createReadStream(file, { start: from, end: to - 1, highWaterMark: 1024 ** 2 })) {
    hash.update(chunk)
  }
}
