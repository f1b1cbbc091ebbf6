import type { AppContext } from '../../platform/context.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import { findMedium, notePreview } from '../media/index.ts'

/**
 * Shows a picture of a medium while it is processed.
 *
 * @param jpeg of at most 512 pixels per side
 */
export const showPreview = async (context: AppContext, mediumId: string, jpeg: Buffer): Promise<void> => {
  const { blobs, db } = context
  await blobs.write(blobKeys.preview(mediumId), jpeg)
  const isShown = await db.transaction((tx) => notePreview(context, tx, mediumId))
  // Deleted meanwhile: its blobs may have been removed before this one was stored.
  if (!isShown && !(await findMedium(db, mediumId))) await blobs.remove(blobKeys.medium(mediumId))
}
