import type { Readable } from 'node:stream'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ContentRange } from './content-range.ts'
import { isDiskFull } from './disk-room.ts'
import { receivePart } from './receive-part.ts'
import type { UploadFile } from './upload-file.ts'
import type { UploadStore } from './upload-store.ts'
import type { UploadWriter } from './upload-writer.ts'

/**
 * Appends a part to the upload's file, which ends where the part starts; durable when it returns. Of a part that fails nothing is kept,
 * except when the connection broke: then the client goes on after what has come.
 *
 * @throws ApiError ERR_2008 for a body of another length, ERR_2005 on a full disk
 */
export const appendPart = async (
  { files, hashes }: Pick<UploadStore, 'files' | 'hashes'>,
  uploadId: string,
  file: UploadFile,
  { start, end }: Extract<ContentRange, { kind: 'part' }>,
  body: Readable,
  writer: UploadWriter,
): Promise<void> => {
  const hash = await hashes.upTo(uploadId, files.path(uploadId), start)
  try {
    await receivePart(body, file, end - start + 1, hash, writer)
    hashes.keep(uploadId, end + 1, hash)
  } catch (error) {
    if (body.errored) throw new ApiError('ERR_2008', 'The connection ended before the part did.')
    await file.truncate(start)
    throw isDiskFull(error) ? new ApiError('ERR_2005') : error
  }
}
