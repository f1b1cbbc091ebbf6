import type { AppContext } from '../../platform/context.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import { type BundleRow, takeExpiredBundles } from './bundle-repository.ts'

/** How long the file of a bundle is kept: it can be made again from the results at any time. */
const keptDays = 7
const day = 24 * 3600 * 1000

export const expiredSentence = `The file was removed after ${keptDays} days. Order it again: the results are still there.`

export const expiryFrom = (made: Date): Date => new Date(made.getTime() + keptDays * day)

/** When the file of a bundle goes; null while it has none. */
export const expiryOf = ({ status, expires, created }: BundleRow): Date | null =>
  status === 'successful' ? (expires ?? expiryFrom(created)) : null

/** The bundles' part of the hourly job: removes files whose time is over, and says so on their pages. */
export const cleanUpBundles = async ({ db, queue, now }: AppContext): Promise<void> => {
  const at = now()
  await db.transaction(async (tx) => {
    const before = { expires: at, created: new Date(at.getTime() - keptDays * day) }
    const keys = (await takeExpiredBundles(tx, before, expiredSentence)).map(blobKeys.bundle)
    if (keys.length > 0) await queue.enqueue('remove-blobs', { keys }, { tx })
  })
}
