import type { Hash } from 'node:crypto'
import { addAbortSignal, type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ApiError } from '../../platform/http/api-error.ts'
import { collectReceivedBuffers } from './collect-buffers.ts'
import { isDiskFull } from './disk-space.ts'
import type { UploadFile } from './upload-files.ts'
import type { UploadHolder } from './upload-locks.ts'
import type { UploadStore } from './upload-store.ts'

/**
 * Streams one part to the end of the upload's file, which ends where the part starts; durable and hashed when it returns. Of a part
 * that fails nothing is kept, except when the connection broke: then the client goes on after what has come.
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
  const writer = new PartWriter(file, hash, end - start + 1, () => holder.awaitBytes())
  // Not the signal of the pipeline: that would leave the connection open.
  addAbortSignal(holder.signal, body)
  holder.awaitBytes()
  try {
    await pipeline(body, writer).finally(() => {
      holder.received()
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

/** Pieces are written together from so many bytes, or so many pieces, on. */
const batchBytes = 1024 ** 2
const batchPieces = 512
/** As many bytes as are hashed about as fast as a disk synchronises a part. */
const hashLag = 4 * 1024 ** 2

/**
 * Appends the pieces of a part to a file, in few large writes; while one is under way the next is collected. The hash
 * follows some bytes behind: its rest is for the time in which the disk is waited for anyway. Everything that comes is
 * taken, so that a refusal can be sent over the same connection: bytes over `length` are counted and
 * dropped, and after a failure of the disk all others too.
 */
class PartWriter extends Writable {
  /** Bytes that came. */
  #received = 0
  /** What the disk refused with. */
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

  /** After this the file has everything that came, unless the disk failed. To be called however the part ended. */
  async settle(): Promise<void> {
    await this.#writeOut()
    await this.#writing
    collectReceivedBuffers(this.#received)
  }

  /**
   * Synchronises the file, and brings the hash up to the last byte meanwhile. To be called after `settle`.
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

  /** Starts to write what is collected, as soon as the write before has ended. */
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
