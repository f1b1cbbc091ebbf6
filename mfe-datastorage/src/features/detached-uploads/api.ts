import { call } from '@lamella/shared/api'
import { cancelUpload, type FileUpload } from '@lamella/shared/contract'
import type { UploadItem } from '@lamella/shared/events'
import { uploadsQuery } from '@lamella/shared/queries'
import { uploads } from '@lamella/shared/upload'

/**
 * Uploads that this page's queue does not carry out. While the queue is starting one, its record on the server exists
 * before the page knows its id; such a record has no bytes yet.
 */
export const detachedFrom = (records: readonly FileUpload[], items: readonly UploadItem[]): FileUpload[] => {
  const own = new Set(items.flatMap(({ uploadId, mediumId }) => [uploadId, mediumId]))
  const isStarting = items.some(({ uploadId, status }) => uploadId === null && status === 'queue')
  return records.filter(
    ({ id, referenceId, bytesWritten }) => !own.has(id) && !own.has(referenceId) && !(isStarting && bytesWritten === 0),
  )
}

/** Own uploads are left out when the list arrives: their records are outdated as soon as they finish. */
export const detachedUploadsQuery = uploadsQuery((records) => detachedFrom(records, uploads.snapshot().items))

export const cancelDetached = (uploadId: string): Promise<undefined> =>
  call(cancelUpload, { params: { uploadId } }, { action: 'uploads.cancel' })
