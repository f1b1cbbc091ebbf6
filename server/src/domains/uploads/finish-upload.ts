import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import { isDiskFull } from '../../platform/storage/disk-space.ts'
import { changeMedium, findOrganisationOfMedium, type MediumChange } from '../media/index.ts'
import { changeUpload, findUpload, type UploadRow } from './repository.ts'

/**
 * Completes an upload whose bytes are all durable in its file: compares the checksum, moves the file to the blob store and enqueues
 * the processing. The outcome is durable on return; `finishAdopted` repairs a crash in between.
 *
 * @param hash - SHA-256 over all bytes
 * @throws ApiError ERR_2003 when the checksum differs from the announced one, ERR_0404 when it was cancelled meanwhile,
 *   ERR_2005 when the disk of the blobs is full: the upload stays as it is
 */
export const finishUpload = async (context: AppContext, upload: UploadRow, hash: Hash): Promise<void> => {
  const { files, hashes } = context.state.uploads
  const sha256 = hash.digest('hex')
  if (upload.announcedSha256 !== null && upload.announcedSha256 !== sha256) await failUpload(context, upload)
  await context.blobs.adopt(blobKeys.original(upload.mediumId), files.path(upload.id)).catch((error: unknown) => {
    throw isDiskFull(error) ? new ApiError('ERR_2005') : error
  })
  hashes.drop(upload.id)
  await commit(context, upload, sha256)
}

/** The same for an upload whose file was already moved to the blob store when the server was killed. */
export const finishAdopted = async (context: AppContext, upload: UploadRow): Promise<void> => {
  const hash = createHash('sha256')
  const content = await context.blobs.read(blobKeys.original(upload.mediumId))
  content.on('data', (chunk: Buffer) => hash.update(chunk))
  await once(content, 'end')
  await commit(context, upload, hash.digest('hex'))
}

const commit = async (context: AppContext, upload: UploadRow, sha256: string): Promise<void> => {
  const { mediumId } = upload
  const committed = await context.db.transaction(async (tx) => {
    if (!(await changeUpload(tx, upload.id, 'complete', context.now()))) return isComplete(tx, upload.id)
    const change = { status: 'uploadFinished', sha256 } as const
    if (!(await changeMedium(context, tx, mediumId, ['uploadPending', 'uploading'], change))) return false
    const organisationId = await findOrganisationOfMedium(tx, mediumId)
    await context.queue.enqueue('process-image', { organisationId, mediumId }, { tx, singletonKey: mediumId })
    return true
  })
  if (committed) return
  // Cancelled or deleted after the last byte: the blob may have been removed before it was stored.
  await context.blobs.remove(blobKeys.medium(mediumId))
  throw new ApiError('ERR_0404')
}

/** Another process may have finished the same upload, after the locks of this one were lost. */
const isComplete = async (tx: Executor, uploadId: string): Promise<boolean> =>
  (await findUpload(tx, uploadId))?.status === 'complete'

const failUpload = async (context: AppContext, upload: UploadRow): Promise<never> => {
  const failure = new ApiError('ERR_2003')
  await context.db.transaction(async (tx) => {
    if (!(await changeUpload(tx, upload.id, 'failed', context.now()))) return
    const change: MediumChange = { status: 'uploadFailed', statusErrors: [failure.message] }
    await changeMedium(context, tx, upload.mediumId, ['uploadPending', 'uploading'], change)
  })
  const { files, hashes } = context.state.uploads
  await files.remove(upload.id)
  hashes.drop(upload.id)
  throw failure
}
