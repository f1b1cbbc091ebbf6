import type { AppContext } from '../../platform/context.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import { type BundleRow, takeExpiredBundles } from './bundle-repository.ts'

/** Days that the file of a bundle is kept. It takes storage, and can be created again from the results at any time. */
const keptDays = 7
const day = 24 * 3600 * 1000

/** Status error of a bundle whose file was removed. */
export const expiredSentence = `The file was removed after ${keptDays} days. Order it again: the results are still there.`

/** When a file that was created at this moment expires. */
export const expiryFrom = (made: Date): Date => new Date(made.getTime() + keptDays * day)

/** When the file of a bundle is removed; null while it has none. Bundles of earlier servers count from their order. */
export const expiryOf = ({ status, expires, created }: BundleRow): Date | null =>
  status === 'successful' ? (expires ?? expiryFrom(created)) : null

/** Part of the hourly clean-up: removes expired files and marks their bundles as failed with the reason. */
export const cleanUpBundles = async ({ db, queue, now }: AppContext): Promise<void> => {
  const at = now()
  await db.transaction(async (tx) => {
    const before = { expires: at, created: new Date(at.getTime() - keptDays * day) }
    const keys = (await takeExpiredBundles(tx, before, expiredSentence)).map(blobKeys.bundle)
    if (keys.length > 0) await queue.enqueue('remove-blobs', { keys }, { tx })
  })
}
