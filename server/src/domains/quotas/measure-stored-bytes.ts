import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { AppContext } from '../../platform/context.ts'
import { media, resultBundles } from '../../platform/db/schema/index.ts'
import { type BlobStore, blobKeys } from '../../platform/storage/blobs.ts'

/** Rows per query. */
const atOnce = 500
const first = '00000000-0000-0000-0000-000000000000'

const bytesUnder = async (blobs: BlobStore, prefix: string): Promise<number> => {
  let bytes = 0
  for await (const key of blobs.list(prefix)) bytes += (await blobs.stat(key))?.size ?? 0
  return bytes
}

/**
 * Part of the hourly clean-up: measures pictures and bundles that were created by a version that did not store their bytes. Rows
 * with measured bytes are left alone.
 */
export const measureStoredBytes = async (context: AppContext): Promise<void> => {
  await measurePictures(context)
  await measureBundles(context)
}

const measurePictures = async ({ db, blobs }: AppContext): Promise<void> => {
  for (let last: string | undefined = first; last !== undefined; ) {
    const rows: { id: string }[] = await db
      .select({ id: media.id })
      .from(media)
      .where(and(eq(media.status, 'available'), isNull(media.pictureBytes), gt(media.id, last)))
      .orderBy(asc(media.id))
      .limit(atOnce)
    for (const { id } of rows) {
      const pictureBytes = await bytesUnder(blobs, blobKeys.pictures(id))
      const isUnmeasured = and(eq(media.id, id), eq(media.status, 'available'), isNull(media.pictureBytes))
      await db.update(media).set({ pictureBytes }).where(isUnmeasured)
    }
    last = rows.at(-1)?.id
  }
}

const measureBundles = async ({ db, blobs }: AppContext): Promise<void> => {
  const isUnmeasured = and(eq(resultBundles.status, 'successful'), isNull(resultBundles.size))
  const rows = await db.select({ id: resultBundles.id }).from(resultBundles).where(isUnmeasured)
  for (const { id } of rows) {
    const size = (await blobs.stat(blobKeys.bundle(id)))?.size ?? 0
    await db
      .update(resultBundles)
      .set({ size })
      .where(and(eq(resultBundles.id, id), isUnmeasured))
  }
}
