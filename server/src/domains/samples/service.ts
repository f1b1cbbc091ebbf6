import type { SampleKind } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { type SamplePicture, samplePictures } from '../../samples/pictures.ts'
import { type Actor, byActor, recordAudit } from '../audit/index.ts'
import { storeLabelSet } from '../labels/index.ts'
import { insertMedium } from '../media/index.ts'
import { storeProject } from '../projects/index.ts'
import { claimQuota } from '../quotas/index.ts'
import { sampleProjects } from './sample-projects.ts'

/**
 * Creates a sample project with its label set, and the images whose pictures are drawn from now on, or nothing.
 *
 * @returns the id of the project
 * @throws ApiError ERR_5001, ERR_5007 or ERR_5008 when a limit of the organisation is reached
 */
export const createSampleProject = async (context: AppContext, actor: Actor, kind: SampleKind): Promise<string> => {
  const { organisationId, userId } = actor.principal
  const { name, description, labelSet, analysis } = sampleProjects[kind]
  const pictures = samplePictures.filter((picture) => picture.kind === kind)
  const storage = pictures.reduce((sum, { maxBytes }) => sum + maxBytes, 0)
  const now = context.now()
  return context.db.transaction(async (tx) => {
    const projectId = await storeProject(tx, actor, { name, description }, now, context.queue)
    await claimQuota(tx, organisationId, { images: pictures.length, storage }, now, context.queue)
    await storeLabelSet(context, tx, actor, projectId, { ...labelSet, labels: [...labelSet.labels] })
    for (const picture of pictures) {
      const rows = { organisationId, ownerId: userId, projectId, ...columnsOf(picture) }
      const { mediumId, imageId } = await insertMedium(tx, rows, now)
      // Without a size, which is not known before it is drawn.
      await recordAudit(tx, {
        ...byActor(actor, now),
        action: 'image.created',
        objectType: 'image',
        objectId: imageId,
        projectId,
        detail: { name: picture.name, project: projectId, projectName: name },
      })
      const job = { organisationId, mediumId, pictureId: picture.id }
      await context.queue.enqueue('draw-sample', job, { tx, singletonKey: mediumId })
      if (analysis.pictureId === picture.id) {
        const order = { organisationId, userId, imageId, pictureId: picture.id }
        await context.queue.enqueue('analyse-sample', order, { tx, singletonKey: imageId })
      }
    }
    return projectId
  })
}

const columnsOf = ({ name, originalFilename, fileType, maxBytes }: SamplePicture) => ({
  name,
  originalFilename,
  fileType,
  size: maxBytes,
  zShown: null,
  // Nothing is uploaded: its file is on the server as soon as it is drawn.
  status: 'uploadFinished' as const,
})
