import { trashDays } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { recordAudit } from '../audit/index.ts'
import { deleteMedia, publishMediumChanged } from '../media/index.ts'
import { type ActedOn, countUnfinishedJobs, lockImages, lockTrashed, setTrashed } from './action-repository.ts'

const about = ({ id, name, projectId }: ActedOn) => ({ objectType: 'image', objectId: id, projectId, detail: { name } })

/**
 * Moves an image to the trash of its project: it is in no list any more, nor are its jobs and results. Nothing happens to one that is
 * there already. It counts as stored until it is deleted: otherwise the limits could be passed by restoring it.
 * @throws ApiError ERR_0404; ERR_0409 while it is uploaded or analysed
 */
export const trashImage = (context: AppContext, { userId }: Principal, imageId: string): Promise<void> =>
  context.db.transaction(async (tx) => {
    const [image] = await lockImages(tx, [imageId])
    if (!image) throw new ApiError('ERR_0404')
    if (image.trashed) return
    if (!image.sha256) throw new ApiError('ERR_0409', 'The upload of this image is not finished.')
    if ((await countUnfinishedJobs(tx, [imageId])) > 0) {
      throw new ApiError('ERR_0409', 'This image is being analysed. Cancel the analysis, or wait for its end.')
    }
    const at = context.now()
    await setTrashed(tx, imageId, at)
    const { organisationId } = image
    await recordAudit(tx, { at, organisationId, userId, action: 'image.trashed', ...about(image) })
    await publishMediumChanged(context, tx, image.mediumId, image.status)
  })

/** Takes an image out of the trash. Nothing happens to one that is not there. @throws ApiError ERR_0404 */
export const restoreImage = (context: AppContext, { userId }: Principal, imageId: string): Promise<void> =>
  context.db.transaction(async (tx) => {
    const [image] = await lockImages(tx, [imageId])
    if (!image) throw new ApiError('ERR_0404')
    if (!image.trashed) return
    const { organisationId } = image
    await setTrashed(tx, imageId, null)
    await recordAudit(tx, { at: context.now(), organisationId, userId, action: 'image.restored', ...about(image) })
    await publishMediumChanged(context, tx, image.mediumId, image.status)
  })

/** Images per transaction: short locks, and after a crash the next run goes on with the rest. */
const atOnce = 100

const deleteTrashed = async (
  context: AppContext,
  which: Parameters<typeof lockTrashed>[1],
  by: { userId: string | null; action: 'image.deleted' | 'image.expired' },
): Promise<void> => {
  for (let deleted = atOnce; deleted === atOnce; ) {
    const finish = await context.db.transaction(async (tx) => {
      const found = await lockTrashed(tx, which, atOnce)
      deleted = found.length
      const at = context.now()
      for (const image of found) {
        await recordAudit(tx, { at, organisationId: image.organisationId, ...by, ...about(image) })
      }
      return deleteMedia(
        context,
        tx,
        found.map(({ mediumId }) => mediumId),
      )
    })
    await finish()
  }
}

/** Deletes all images in the trash of a project, with their results and files. */
export const emptyTrash = (context: AppContext, { userId }: Principal, projectId: string): Promise<void> =>
  deleteTrashed(context, { projectId }, { userId, action: 'image.deleted' })

/** Part of the hourly clean-up: deletes images that have been in the trash for 30 days. */
export const expireTrash = (context: AppContext): Promise<void> => {
  const before = new Date(context.now().getTime() - trashDays * 24 * 3_600_000)
  return deleteTrashed(context, { before }, { userId: null, action: 'image.expired' })
}
