import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { parseSize } from '../../platform/config.ts'
import type { AppContext } from '../../platform/context.ts'
import { hasCode } from '../../platform/error-code.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import { requireDiskSpace } from '../../platform/storage/disk-space.ts'
import { changeMedium } from '../media/index.ts'
import { finishAdopted, finishUpload } from './finish-upload.ts'
import { appendPart } from './part-writer.ts'
import { announceSha256, changeUpload, findUpload, type UploadRow } from './repository.ts'
import type { UploadFile } from './upload-files.ts'
import { type ContentRange, storedRange } from './upload-headers.ts'
import type { UploadHolder } from './upload-locks.ts'
import type { AnnouncedUpload } from './upload-store.ts'

/** A PUT for an upload. */
export interface PutCall {
  /** Null: the client does not name it; the upload in the path and the user's right to it say enough. */
  sessionId: string | null
  range: ContentRange
  /** Declared length of the body; null: not declared. */
  contentLength: number | null
  /** Announced SHA-256 of the whole file, hex; null: not announced. */
  sha256: string | null
  body: Readable
}

/** `stored` bytes are durable; `complete`: these are all, and the processing is enqueued. */
export type PutAnswer = { complete: boolean; stored: number }

/**
 * Appends a part, or answers a question for progress (D3-7-07, D3-7-08).
 * @throws ApiError as in the table of answers in docs/upload-protocol.md
 */
export const putPart = async (context: AppContext, upload: AnnouncedUpload, call: PutCall): Promise<PutAnswer> => {
  if (call.sessionId !== null && upload.sessionId !== call.sessionId) throw new ApiError('ERR_2000')
  checkPart(context, upload, call)
  return context.state.uploads.locks.hold(upload.id, (holder) => putAsHolder(context, upload, call, holder))
}

const checkPart = ({ config }: AppContext, { size }: AnnouncedUpload, { range, contentLength }: PutCall): void => {
  if (range.total !== size) {
    throw new ApiError('ERR_2002', `The upload was announced with ${size} bytes, not with ${range.total}.`)
  }
  const length = range.kind === 'part' ? range.end - range.start + 1 : 0
  if (length > parseSize(config.maxChunkSize)) {
    throw new ApiError('ERR_0413', `A part may have ${config.maxChunkSize} at most.`)
  }
  if (contentLength !== null && contentLength !== length) throw new ApiError('ERR_2008')
}

const putAsHolder = async (
  context: AppContext,
  upload: AnnouncedUpload,
  call: PutCall,
  holder: UploadHolder,
): Promise<PutAnswer> => {
  const { files, hashes } = context.state.uploads
  const { id, size } = upload
  // An upload with a file accepts bytes. Without a file it has just begun, or has ended.
  const open = files.open(id)
  const { file, answer } = open ? { file: open } : await beginOrAnswer(context, id, call)
  if (!file) return answer
  const stored = await storePart(context, upload, file, call, holder).finally(() => file.close())
  if (stored < size) return { complete: false, stored }
  try {
    await finishUpload(context, await findCurrent(context, id), await hashes.upTo(id, files.path(id), size))
    return { complete: true, stored }
  } catch (error) {
    // The file is gone: another process has cancelled or finished the upload, or a cancel came just after the last byte.
    const settled = hasCode(error, 'ENOENT') ? answerOfSettled(await findCurrent(context, id), call.range) : null
    if (settled) return settled
    throw error
  }
}

/** A new file for an upload that begins; otherwise the answer: that of an ended upload again, or where the upload stands. */
const beginOrAnswer = async (
  context: AppContext,
  uploadId: string,
  { range }: PutCall,
): Promise<{ file: UploadFile; answer?: never } | { file?: never; answer: PutAnswer }> => {
  const upload = await findCurrent(context, uploadId)
  const settled = answerOfSettled(upload, range)
  if (settled) return { answer: settled }
  // All bytes are in the blob store, and the server was killed before it said so.
  if (await context.blobs.stat(blobKeys.original(upload.mediumId))) {
    await finishAdopted(context, upload)
    return { answer: { complete: true, stored: upload.size } }
  }
  if (range.kind === 'progress' && upload.size > 0) return { answer: { complete: false, stored: 0 } }
  if (range.kind === 'part' && range.start > 0) throw new ApiError('ERR_2001')
  if (upload.status === 'pending') await markUploading(context, upload)
  return { file: await context.state.uploads.files.create(uploadId) }
}

/** Repeats the final answer for a client that has lost it; null: the upload is still open. */
const answerOfSettled = ({ status, size }: UploadRow, range: ContentRange): PutAnswer | null => {
  if (status === 'cancelled') throw new ApiError('ERR_0404')
  if (status === 'failed') throw new ApiError('ERR_2003')
  if (status !== 'complete') return null
  if (range.kind === 'part' && range.end !== size - 1) throw new ApiError('ERR_2006')
  return { complete: true, stored: size }
}

const markUploading = (context: AppContext, upload: UploadRow) =>
  context.db.transaction(async (tx) => {
    await changeUpload(tx, upload.id, 'uploading', context.now())
    await changeMedium(context, tx, upload.mediumId, ['uploadPending'], { status: 'uploading' })
  })

/** @returns the number of bytes that are durable now */
const storePart = async (
  context: AppContext,
  upload: AnnouncedUpload,
  file: UploadFile,
  { sessionId, range, sha256, body }: PutCall,
  holder: UploadHolder,
): Promise<number> => {
  const stored = file.size
  const end = range.kind === 'part' ? range.end + 1 : stored
  if (sessionId === null && range.kind === 'part' && range.start < stored) {
    // The public client sends a part again without asking how much of it arrived, and goes on where the answer says.
    await finished(body.resume(), { writable: false }).catch(() => undefined)
    return stored
  }
  if (range.kind === 'part' && range.start !== stored) throw new ApiError('ERR_2001', undefined, storedRange(stored))
  // Written before the bytes, so that the comparison is not lost if the server is killed after the last one.
  if (end === upload.size && sha256) await announceSha256(context.db, upload.id, sha256)
  if (range.kind === 'part') {
    requireDiskSpace(context.config.dataDir, end - stored)
    await appendPart(context.state.uploads, upload.id, file, range, body, holder)
  } else {
    await file.sync()
  }
  return end
}

const findCurrent = async ({ db }: AppContext, uploadId: string): Promise<UploadRow> => {
  const upload = await findUpload(db, uploadId)
  if (!upload) throw new ApiError('ERR_0404')
  return upload
}
