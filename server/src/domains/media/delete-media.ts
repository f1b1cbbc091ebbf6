import { eq, inArray } from 'drizzle-orm'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { analysisJobs, images, jobResults, media, uploads } from '../../platform/db/schema/index.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import { publishMediumChanged } from './change-medium.ts'

declare module '../../platform/context.ts' {
  interface DomainState {
    /** Ends the transfer of an upload whose medium was deleted, and removes its bytes. */
    discardUpload(uploadId: string): Promise<void>
  }
}

/**
 * Deletes media with their images, uploads and results. A job of the same transaction removes their blobs, so that none remain
 * after a crash.
 *
 * @returns to be called after the commit: ends uploads that are under way
 */
export const deleteMedia = async (
  context: AppContext,
  tx: Executor,
  mediumIds: string[],
): Promise<() => Promise<void>> => {
  if (mediumIds.length === 0) return async () => undefined
  const underWay = await tx.select({ id: uploads.id }).from(uploads).where(inArray(uploads.mediumId, mediumIds))
  const results = await tx
    .select({ id: jobResults.id })
    .from(jobResults)
    .innerJoin(analysisJobs, eq(analysisJobs.id, jobResults.jobId))
    .innerJoin(images, eq(images.id, analysisJobs.imageId))
    .where(inArray(images.mediumId, mediumIds))
  for (const mediumId of mediumIds) await publishMediumChanged(context, tx, mediumId, 'unknown')
  await tx.delete(media).where(inArray(media.id, mediumIds))
  const keys = [...mediumIds.map(blobKeys.medium), ...results.map(({ id }) => blobKeys.result(id))]
  await context.queue.enqueue('remove-blobs', { keys }, { tx })
  return async () => {
    for (const { id } of underWay) await context.state.discardUpload(id)
  }
}
