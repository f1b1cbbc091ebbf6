import { withRetries } from './backoff.ts'
import { FileHash } from './file-hash.ts'
import { askProgress, type PartAnswer, putPart, type UploadSession } from './protocol.ts'
import { isRetriable } from './transfer-error.ts'

/** Sends one file to its session. A new run after an abort continues at the server's offset. */
export class Transfer {
  readonly #file: File
  readonly #session: UploadSession
  readonly #partSize: number
  readonly #hash: FileHash

  constructor(file: File, session: UploadSession, partSize: number) {
    this.#file = file
    this.#session = session
    this.#partSize = partSize
    this.#hash = new FileHash(file)
  }

  /**
   * Sends until the server has every byte.
   * @param onProgress - called with the number of bytes that the server has confirmed
   * @throws TransferError, or the AbortError of `signal` (pause, cancel)
   */
  async run(signal: AbortSignal, onProgress: (bytes: number) => void): Promise<void> {
    const ask = () => askProgress(this.#session, this.#file.size, signal)
    let answer = await withRetries(ask, isRetriable, signal)
    while (!answer.complete) {
      onProgress(answer.received)
      answer = await this.#sendFrom(answer.received, signal)
    }
    onProgress(this.#file.size)
  }

  async #sendFrom(offset: number, signal: AbortSignal): Promise<PartAnswer> {
    const { size } = this.#file
    const end = Math.min(size, offset + this.#partSize)
    await this.#hash.advanceTo(end, signal)
    const digest = end === size ? await this.#hash.digest() : undefined
    const part = this.#file.slice(offset, end)
    let failed = false
    const attempt = async (): Promise<PartAnswer> => {
      // After a failure the server may have stored the part, or some of it.
      if (failed) {
        const state = await askProgress(this.#session, size, signal)
        if (state.complete || state.received !== offset) return state
      }
      failed = true
      return putPart(this.#session, part, offset, size, signal, digest)
    }
    return withRetries(attempt, isRetriable, signal)
  }
}
