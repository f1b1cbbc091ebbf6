import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { AppContext } from '../../platform/context.ts'
import { BlobMissing } from '../../platform/storage/blobs.ts'
import { sha256 } from './release-content.ts'

/** Milliseconds in which a verified file is served without another check (ADR 44). */
const trust = 60_000

interface VerifiedFile {
  /** Bytes. */
  size: number
  content: Readable | Buffer
}

/**
 * Creates a reader of release files that checks their hash (SHA-256, hex): scripts run with all rights of their user, so bytes that
 * were changed in the store count as missing. A check holds for a minute and for the same size.
 * @returns function that opens a file; null, with an error in the log: the bytes are missing or differ
 */
export const createVerifiedReader = ({ blobs, log }: AppContext) => {
  /** Key → size of verified files. */
  const whole = new LRUCache<string, number>({ max: 5_000, ttl: trust })

  return async (key: string, hash: string): Promise<VerifiedFile | null> => {
    try {
      const size = (await blobs.stat(key))?.size
      if (size !== undefined && whole.get(key) === size) return { size, content: await blobs.read(key) }
      const content = await buffer(await blobs.read(key))
      if (sha256(content) === hash) {
        whole.set(key, content.length)
        return { size: content.length, content }
      }
      log.error({ key }, 'a file of a published release is damaged')
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error
      log.error({ key }, 'a file of a published release is missing')
    }
    return null
  }
}
