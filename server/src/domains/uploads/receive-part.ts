import type { Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { addAbortSignal, type Readable } from 'node:stream'
import { ApiError } from '../../errors.ts'
import type { UploadWriter } from './upload-writer.ts'

/**
 * Streams one part to the end of the file.
 *
 * @param length - bytes of the part as declared
 * @param hash - updated with every byte
 * @throws ApiError ERR_2008 when the body is longer or shorter; the error of the connection or of the disk
 */
export const receivePart = async (
  body: Readable,
  file: FileHandle,
  length: number,
  hash: Hash,
  writer: UploadWriter,
): Promise<void> => {
  let received = 0
  const pieces = async function* () {
    // Not to be destroyed when this loop is left early: the refusal is sent over the same connection.
    for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      received += piece.length
      if (received > length) throw new ApiError('ERR_2008')
      writer.awaitBytes()
      hash.update(piece)
      yield piece
    }
  }
  addAbortSignal(writer.signal, body)
  writer.awaitBytes()
  try {
    await file.writeFile(pieces())
  } finally {
    writer.received()
    body.resume()
  }
  if (received < length) throw new ApiError('ERR_2008')
}
