import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { LRUCache } from 'lru-cache'

/** Uploads whose hash is carried on in memory; of others the stored bytes are read again. */
const capacity = 500

/**
 * SHA-256 over what an upload has stored. It grows with the parts; after a restart, or when another process stored
 * parts, the missing bytes are read from the file. Safe because stored and answered bytes never change again.
 */
export class UploadHashes {
  readonly #known = new LRUCache<string, { length: number; hash: Hash }>({ max: capacity })

  /** The hash of the first `length` bytes: the caller's own, to be updated at will. */
  async upTo(uploadId: string, file: string, length: number): Promise<Hash> {
    const known = this.#known.get(uploadId)
    const usable = known && known.length <= length ? known : { length: 0, hash: createHash('sha256') }
    const hash = usable.hash.copy()
    if (usable.length < length) await feed(hash, file, usable.length, length)
    return hash
  }

  keep(uploadId: string, length: number, hash: Hash): void {
    this.#known.set(uploadId, { length, hash: hash.copy() })
  }

  drop(uploadId: string): void {
    this.#known.delete(uploadId)
  }
}

const feed = async (hash: Hash, file: string, from: number, to: number): Promise<void> => {
  for await (const chunk of createReadStream(file, { start: from, end: to - 1, highWaterMark: 1024 ** 2 })) {
    hash.update(chunk)
  }
}
