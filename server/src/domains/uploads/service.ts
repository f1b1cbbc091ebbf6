import { type FileUpload, id } from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { images, projects } from '../../platform/db/schema/index.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Actor, byActor, recordAudit } from '../audit/index.ts'
import { changeMedium } from '../media/index.ts'
import { changeUpload, findUpload, listOpenUploads, type UploadRow } from './repository.ts'
import { discardUpload } from './upload-store.ts'

const isId = (text: string) => id.safeParse(text).success

/** The upload of a reference (D3-7-01, D3-7-02). @throws ApiError ERR_2000 when it is no upload of the user, ERR_2006 when it has ended */
export const findOwnUpload = async (context: AppContext, userId: string, reference: string): Promise<UploadRow> => {
  const upload = isId(reference) ? await findUpload(context.db, reference) : null
  if (upload?.userId !== userId) throw new ApiError('ERR_2000')
  if (upload.status !== 'pending' && upload.status !== 'uploading') throw new ApiError('ERR_2006')
  return upload
}

/** Writes down whose image will never come. */
const recordCancelled = async (context: AppContext, tx: Executor, actor: Actor, mediumId: string): Promise<void> => {
  const [image] = await tx
    .select({ id: images.id, name: images.name, projectId: images.projectId, projectName: projects.name })
    .from(images)
    .innerJoin(projects, eq(projects.id, images.projectId))
    .where(eq(images.mediumId, mediumId))
    .limit(1)
  if (!image) return
  const { id: objectId, name, projectId, projectName } = image
  const object = { objectType: 'image', objectId, projectId, detail: { name, projectName } }
  await recordAudit(tx, { ...byActor(actor, context.now()), action: 'upload.cancelled', ...object })
}

/** Cancels an upload of the user (D3-7-11). @throws ApiError ERR_0404 for one of another user, ERR_2006 when it has ended */
export const cancelUpload = async (context: AppContext, actor: Actor, uploadId: string): Promise<void> => {
  const upload = await findUpload(context.db, uploadId)
  if (upload?.userId !== actor.principal.userId || upload.status === 'cancelled') throw new ApiError('ERR_0404')
  const cancelled = await context.db.transaction(async (tx) => {
    if (!(await changeUpload(tx, uploadId, 'cancelled', context.now()))) return false
    const change = { status: 'uploadCancelled' } as const
    if (!(await changeMedium(context, tx, upload.mediumId, ['uploadPending', 'uploading'], change))) return false
    await recordCancelled(context, tx, actor, upload.mediumId)
    return true
  })
  if (!cancelled) throw new ApiError('ERR_2006')
  await discardUpload(context.state.uploads, uploadId)
}

/** Open uploads of the user, oldest first (D3-7-12). */
export const listUploads = async (context: AppContext, userId: string): Promise<FileUpload[]> => {
  const { files } = context.state.uploads
  const rows = await listOpenUploads(context.db, userId)
  return Promise.all(
    rows.map(async ({ upload, originalFilename }) => {
      const stored = await files.stat(upload.id)
      return {
        id: upload.id,
        bytesWritten: stored?.size ?? 0,
        created: upload.created.toISOString(),
        modified: (stored?.modified ?? upload.modified).toISOString(),
        mimeType: 'image/*',
        originalFilename,
        referenceId: upload.mediumId,
        size: upload.size,
        status: upload.status,
        uploadSessionId: upload.sessionId,
      }
    }),
  )
}
