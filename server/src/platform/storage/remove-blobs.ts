import { removeUnlessBackup } from '../backup/backup-lock.ts'
import type { AppContext } from '../context.ts'
import type { JobHandlers } from '../queue/job-types.ts'

/** Handler of `remove-blobs`; a second try removes what the first has left. @throws Error while a backup runs */
export const createRemoveBlobs =
  ({ blobs, db }: Pick<AppContext, 'blobs' | 'db'>): JobHandlers['remove-blobs'] =>
  ({ keys }, { signal }) =>
    removeUnlessBackup(db, async () => {
      for (const key of keys) {
        signal.throwIfAborted()
        await blobs.remove(key)
      }
    })
