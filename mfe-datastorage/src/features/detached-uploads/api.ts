import { call } from '@lamella/shared/api'
import { cancelUpload, type FileUpload } from '@lamella/shared/contract'
import type { UploadItem } from '@lamella/shared/events'
import { uploadsQuery } from '@lamella/shared/queries'
import { uploads } from '@lamella/shared/upload'

/**
 * Uploads that this page's queue does not run. It announces them under the ids of its items; an older shell does not, so
 * that while it starts an upload, the server's record exists before its id is known here. Such records have no bytes yet
 * and are left out.
 */
export const detachedFrom = (records: readonly FileUpload[], items: readonly UploadItem[]): FileUpload[] => {
  const own = new Set(items.flatMap(({ id, uploadId, mediumId }) => [id, uploadId, mediumId]))
  const isStarting = items.some(({ uploadId, status }) => uploadId === null && status === 'queue')
  return records.filter(
    ({ id, referenceId, bytesWritten }) => !own.has(id) && !own.has(referenceId) && !(isStarting && bytesWritten === 0),
  )
}

/** Excludes this page's own uploads when the list arrives: their records are outdated as soon as they finish. */
export const detachedUploadsQuery = uploadsQuery((records) => detachedFrom(records, uploads.snapshot().items))

/** Cancels an upload of another session; the bytes received so far are deleted. */
export const cancelDetached = (uploadId: string): Promise<undefined> =>
  call(cancelUpload, { params: { uploadId } }, { action: 'uploads.cancel' })
