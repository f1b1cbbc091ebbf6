import type { JobHandlers } from '../jobs/job-types.ts'
import type { Blobs } from './blobs.ts'

/** Handler of `remove-blobs`. Missing blobs are fine: a second try does no harm. */
export const createRemoveBlobs =
  (blobs: Blobs): JobHandlers['remove-blobs'] =>
  async ({ keys }, { signal }) => {
    for (const key of keys) {
      signal.throwIfAborted()
      await blobs.remove(key)
    }
  }
