import type { Hash } from 'node:crypto'
import { addAbortSignal, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ApiError } from '../../platform/http/api-error.ts'
import { releaseReceived } from './network-garbage.ts'
import { PartSink } from './part-sink.ts'
import type { UploadFile } from './upload-file.ts'
import type { UploadWriter } from './upload-writer.ts'

/**
 * Streams one part to the end of the file; durable when it returns. When the connection breaks, what has come is in the file.
 *
 * @param length - bytes of the part as declared
 * @param hash - updated with every byte of the part; of no use after an error
 * @throws ApiError ERR_2008 when the body is longer or shorter; the error of the connection or of the disk
 */
export const receivePart = async (
  body: Readable,
  file: UploadFile,
  length: number,
  hash: Hash,
  writer: UploadWriter,
): Promise<void> => {
  const sink = new PartSink(file, hash, length, () => writer.awaitBytes())
  // Not the signal of the pipeline: that would leave the connection open.
  addAbortSignal(writer.signal, body)
  writer.awaitBytes()
  try {
    await pipeline(body, sink)
  } finally {
    writer.received()
    await sink.settle()
    releaseReceived(sink.received)
  }
  if (sink.failure !== null) throw sink.failure
  if (sink.received !== length) throw new ApiError('ERR_2008')
  const durable = file.sync()
  sink.hashRest()
  await durable
}
