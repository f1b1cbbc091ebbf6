import type { Hash } from 'node:crypto'
import { Writable } from 'node:stream'
import type { UploadFile } from './upload-file.ts'

/** Pieces are written together from so many bytes, or so many pieces, on. */
const batchBytes = 1024 ** 2
const batchPieces = 512
/** As many bytes as are hashed about as fast as a disk synchronises a part. */
const hashLag = 4 * 1024 ** 2

/**
 * Appends the pieces of a part to a file, in few large writes; while one is under way the next is collected. The hash
 * follows some bytes behind: its rest is for the time in which the disk is waited for anyway. The sink
 * swallows everything, so that a refusal can be sent over the same connection: bytes over `length` are counted and
 * dropped, and after a failure of the disk all others too.
 */
export class PartSink extends Writable {
  /** Bytes that came. */
  received = 0
  /** What the disk refused with. */
  failure: unknown = null
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
    const wanted = piece.subarray(0, Math.max(0, this.#length - this.received))
    this.received += piece.length
    this.#batch.push(wanted)
    this.#batchBytes += wanted.length
    if (this.#batchBytes < batchBytes && this.#batch.length < batchPieces) done()
    else void this.#writeOut().then(done)
  }

  /** After this the file has everything that came, unless there is a `failure`. To be called however the part ended. */
  async settle(): Promise<void> {
    await this.#writeOut()
    await this.#writing
  }

  /** Brings the hash up to the last byte that came. To be called after `settle`, when all of it is in the file. */
  hashRest(): void {
    this.#hashUpTo(0)
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
    if (batch.length === 0 || this.failure !== null) return
    this.#writing = this.#file.append(batch).catch((error: unknown) => {
      this.failure = error
    })
    for (const piece of batch) this.#unhashed.push(piece)
    this.#unhashedBytes += bytes
    this.#hashUpTo(hashLag)
  }
}
