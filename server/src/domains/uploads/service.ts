import type { Readable } from 'node:stream'
import { type FileUpload, id } from '@lamella/shared/contract'
import { parseSize } from '../../config.ts'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../errors.ts'
import { blobKeys } from '../../storage/blobs.ts'
import { changeMedium } from '../media/change-medium.ts'
import { appendPart } from './append-part.ts'
import { type ContentRange, storedRange } from './content-range.ts'
import { checkDiskRoom } from './disk-room.ts'
import { finishAdopted, finishUpload } from './finish-upload.ts'
import { announceSha256, changeUpload, findUpload, listOpenUploads, type UploadRow } from './repository.ts'
import { discardUpload, uploadStoreOf } from './upload-store.ts'
import type { UploadWriter } from './upload-writer.ts'

export interface PutCall {
  uploadId: string
  userId: string
  sessionId: string
  range: ContentRange
  /** Bytes of the body as the request declares them; null: it does not. */
  contentLength: number | null
  /** SHA-256 of the whole file, hex. */
  sha256: string | null
  body: Readable
}

/** `stored` bytes are durable; all of them: the upload is complete. */
export type PutAnswer = { complete: boolean; stored: number }

const isId = (text: string) => id.safeParse(text).success

/** @throws ApiError ERR_2000 when the reference names no upload of the user, ERR_2006 when it is over */
export const startSession = async (context: AppContext, userId: string, reference: string): Promise<UploadRow> => {
  const upload = isId(reference) ? await findUpload(context.db, reference) : null
  if (upload?.userId !== userId) throw new ApiError('ERR_2000')
  if (upload.status !== 'pending' && upload.status !== 'uploading') throw new ApiError('ERR_2006')
  return upload
}

/** Appends a part or tells how far the upload is. docs/upload-protocol.md has the table of answers. */
export const putPart = async (context: AppContext, call: PutCall): Promise<PutAnswer> => {
  const upload = await findOwnUpload(context, call)
  const settled = answerOfSettled(upload, call.range)
  if (settled) return settled
  checkPart(context, upload, call)
  const { locks } = uploadStoreOf(context)
  return locks.hold(upload.id, async (writer) => {
    const current = await findOwnUpload(context, call)
    return answerOfSettled(current, call.range) ?? writePart(context, current, call, writer)
  })
}

const findOwnUpload = async (context: AppContext, call: PutCall): Promise<UploadRow> => {
  const upload = await findUpload(context.db, call.uploadId)
  if (upload?.userId !== call.userId) throw new ApiError('ERR_0404')
  if (upload.sessionId !== call.sessionId) throw new ApiError('ERR_2000')
  return upload
}

/** The same answer again for a client that lost the first one; null: bytes may still come. */
const answerOfSettled = ({ status, size }: UploadRow, range: ContentRange): PutAnswer | null => {
  if (status === 'cancelled') throw new ApiError('ERR_0404')
  if (status === 'failed') throw new ApiError('ERR_2003')
  if (status !== 'complete') return null
  if (range.total !== size || (range.kind === 'part' && range.end !== size - 1)) throw new ApiError('ERR_2006')
  return { complete: true, stored: size }
}

const checkPart = ({ config }: AppContext, { size }: UploadRow, { range, contentLength }: PutCall): void => {
  if (range.total !== size) {
    throw new ApiError('ERR_2002', `The upload was announced with ${size} bytes, not with ${range.total}.`)
  }
  const length = range.kind === 'part' ? range.end - range.start + 1 : 0
  if (length > parseSize(config.maxChunkSize)) {
    throw new ApiError('ERR_0413', `A part may have ${config.maxChunkSize} at most.`)
  }
  if (contentLength !== null && contentLength !== length) throw new ApiError('ERR_2008')
}

/** Only for the holder of the upload's lock. */
const writePart = async (
  context: AppContext,
  upload: UploadRow,
  call: PutCall,
  writer: UploadWriter,
): Promise<PutAnswer> => {
  const store = uploadStoreOf(context)
  const found = await store.files.stat(upload.id)
  if (!found && (await context.blobs.stat(blobKeys.original(upload.mediumId)))) {
    await finishAdopted(context, upload)
    return { complete: true, stored: upload.size }
  }
  const { range, body } = call
  const stored = found?.size ?? 0
  if (range.kind === 'part' && range.start !== stored) throw new ApiError('ERR_2001', undefined, storedRange(stored))
  const end = range.kind === 'part' ? range.end + 1 : stored
  if (end === upload.size && call.sha256) await announceSha256(context.db, upload.id, call.sha256)
  if (range.kind === 'part') {
    if (upload.status === 'pending') await markUploading(context, upload)
    await checkDiskRoom(store.files.folder, end - stored)
    await appendPart(store, upload.id, range, body, writer)
  } else {
    await store.files.sync(upload.id)
  }
  if (end < upload.size) return { complete: false, stored: end }
  const hash = await store.hashes.upTo(upload.id, store.files.path(upload.id), end)
  await finishUpload(context, { ...upload, announcedSha256: call.sha256 ?? upload.announcedSha256 }, hash)
  return { complete: true, stored: end }
}

const markUploading = (context: AppContext, upload: UploadRow) =>
  context.db.transaction(async (tx) => {
    await changeUpload(tx, upload.id, 'uploading', context.now())
    await changeMedium(context, tx, upload.mediumId, ['uploadPending'], { status: 'uploading' })
  })

/** @throws ApiError ERR_0404 for a foreign one, ERR_2006 when it is over */
export const cancelUpload = async (context: AppContext, userId: string, uploadId: string): Promise<void> => {
  const upload = await findUpload(context.db, uploadId)
  if (upload?.userId !== userId || upload.status === 'cancelled') throw new ApiError('ERR_0404')
  const cancelled = await context.db.transaction(async (tx) => {
    if (!(await changeUpload(tx, uploadId, 'cancelled', context.now()))) return false
    return changeMedium(context, tx, upload.mediumId, ['uploadPending', 'uploading'], { status: 'uploadCancelled' })
  })
  if (!cancelled) throw new ApiError('ERR_2006')
  await discardUpload(uploadStoreOf(context), uploadId)
}

/** Oldest first. */
export const listUploads = async (context: AppContext, userId: string): Promise<FileUpload[]> => {
  const { files } = uploadStoreOf(context)
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
