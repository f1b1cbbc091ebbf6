import type { Hash } from 'node:crypto'
import { addAbortSignal, type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ApiError } from '../../platform/http/api-error.ts'
import { isDiskFull } from '../../platform/storage/disk-space.ts'
import { collectReceivedBuffers } from './collect-buffers.ts'
import type { UploadFile } from './upload-files.ts'
import type { UploadHolder } from './upload-locks.ts'
import type { UploadStore } from './upload-store.ts'

/**
 * Appends one part to the file of an upload, which ends where the part starts; durable and hashed on return. Nothing of a failed part
 * is kept, except after a broken connection: then the client continues after the received bytes.
 *
 * @param part - first and last byte, as the request declares them
 * @throws ApiError ERR_2008 for a body of another length or a connection that ended, ERR_2005 on a full disk
 */
export const appendPart = async (
  { files, hashes }: Pick<UploadStore, 'files' | 'hashes'>,
  uploadId: string,
  file: UploadFile,
  { start, end }: { start: number; end: number },
  body: Readable,
  holder: UploadHolder,
): Promise<void> => {
  const hash = await hashes.upTo(uploadId, files.path(uploadId), start)
  const writer = new PartWriter(file, hash, end - start + 1, () => holder.noteByte())
  // Not as the signal of the pipeline, which would leave the connection open.
  addAbortSignal(holder.signal, body)
  holder.noteByte()
  try {
    await pipeline(body, writer).finally(() => {
      holder.stopWaiting()
      return writer.settle()
    })
    await writer.makeDurable()
    hashes.keep(uploadId, end + 1, hash)
  } catch (error) {
    if (body.errored) throw new ApiError('ERR_2008', 'The connection ended before the part did.')
    await file.truncate(start)
    throw isDiskFull(error) ? new ApiError('ERR_2005') : error
  }
}

/** Pieces are written together as soon as they have so many bytes, or are so many. Larger batches take memory, smaller ones more writes. */
const batchBytes = 1024 ** 2
const batchPieces = 512
/** Bytes by which the hash lags behind: about as many as are hashed while a disk synchronises a part. */
const hashLag = 4 * 1024 ** 2

/**
 * Appends the pieces of a part to a file in few large writes; while one is under way, the next batch is collected. The hash lags some
 * bytes behind and is completed while the disk synchronises. All received bytes are consumed, so that an error can be answered on the
 * same connection: bytes beyond `length` are counted and dropped, and after a disk error all further ones.
 */
class PartWriter extends Writable {
  /** Received bytes. */
  #received = 0
  /** Error of the disk. */
  #failure: unknown = null
  readonly #file: UploadFile
  readonly #hash: Hash
  readonly #length: number
  readonly #onPiece: () => void
  #batch: Uint8Array[] = []
  #batchBytes = 0
  readonly #unhashed: Uint8Array[] = []
  #unhashedBytes = 0
  #writing: Promise<void> = Promise.resolve()

  /** @param length - of the part, bytes. @param onPiece - called for each piece */
  constructor(file: UploadFile, hash: Hash, length: number, onPiece: () => void) {
    super({ highWaterMark: 2 * batchBytes })
    this.#file = file
    this.#hash = hash
    this.#length = length
    this.#onPiece = onPiece
  }

  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    this.#onPiece()
    const wanted = piece.subarray(0, Math.max(0, this.#length - this.#received))
    this.#received += piece.length
    this.#batch.push(wanted)
    this.#batchBytes += wanted.length
    if (this.#batchBytes < batchBytes && this.#batch.length < batchPieces) done()
    else void this.#writeOut().then(done)
  }

  /** Waits until all received bytes are in the file, unless the disk failed. To be called in any case. */
  async settle(): Promise<void> {
    await this.#writeOut()
    await this.#writing
    collectReceivedBuffers(this.#received)
  }

  /**
   * Synchronises the file and meanwhile completes the hash. To be called after `settle`.
   * @throws ApiError ERR_2008 when the body was longer or shorter than declared; the error of the disk
   */
  async makeDurable(): Promise<void> {
    if (this.#failure !== null) throw this.#failure
    if (this.#received !== this.#length) throw new ApiError('ERR_2008')
    const durable = this.#file.sync()
    this.#hashUpTo(0)
    await durable
  }

  #hashUpTo(lag: number): void {
    while (this.#unhashedBytes > lag) {
      const piece = this.#unhashed.shift()
      if (!piece) return
      this.#hash.update(piece)
      this.#unhashedBytes -= piece.length
    }
  }

  /** Starts to write the collected batch as soon as the write before has ended. */
  async #writeOut(): Promise<void> {
    await this.#writing
    const batch = this.#batch
    const bytes = this.#batchBytes
    this.#batch = []
    this.#batchBytes = 0
    if (batch.length === 0 || this.#failure !== null) return
    this.#writing = this.#file.append(batch).catch((error: unknown) => {
      this.#failure = error
    })
    for (const piece of batch) this.#unhashed.push(piece)
    this.#unhashedBytes += bytes
    this.#hashUpTo(hashLag)
  }
}
