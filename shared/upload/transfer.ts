import { withRetries } from './backoff.ts'
import type { FileHash } from './blob-hash.ts'
import { hashOf } from './file-hash.ts'
import { askProgress, type PartAnswer, putPart, type UploadSession } from './protocol.ts'
import { transferErrorOf } from './transfer-error.ts'
import type { TransferOptions } from './transfer-options.ts'
import { onWake } from './wake.ts'

/** The result of `work`, or the AbortError of `signal` as soon as it is aborted. */
const unlessAborted = async <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = (): void => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop))
}

/** One try of a call; after a sleep of the machine it counts as unanswered. */
const attempt = async <T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const dead = new AbortController()
  const end = onWake(() => dead.abort())
  try {
    return await work(AbortSignal.any([signal, dead.signal]))
  } catch (error) {
    if (dead.signal.aborted && !signal.aborted) throw transferErrorOf(null, 'part')
    throw error
  } finally {
    end()
  }
}

/** Sends one file to its session. A new run after an abort continues at the server's offset. */
export class Transfer {
  readonly #file: File
  readonly #session: UploadSession
  readonly #options: TransferOptions
  readonly #hash: FileHash
  /** Why the file could not be read, as soon as that is known. */
  #unreadable: unknown = null

  constructor(file: File, session: UploadSession, options: TransferOptions) {
    this.#file = file
    this.#session = session
    this.#options = options
    this.#hash = hashOf(file)
  }

  /**
   * Sends until the server has every byte.
   * @param onProgress - called with the number of bytes that the server has confirmed
   * @throws TransferError, the error of a file that cannot be read, or the AbortError of `signal` (pause, cancel)
   */
  async run(signal: AbortSignal, onProgress: (bytes: number) => void): Promise<void> {
    let answer = await this.#retry(signal, (once) => askProgress(this.#session, this.#file.size, once))
    while (!answer.complete) {
      onProgress(answer.received)
      answer = await this.#sendFrom(answer.received, signal)
    }
    onProgress(this.#file.size)
  }

  /** Ends the work on the hash; the transfer cannot run again. */
  close(): void {
    this.#hash.close()
  }

  async #sendFrom(offset: number, signal: AbortSignal): Promise<PartAnswer> {
    const { size } = this.#file
    const end = Math.min(size, offset + (this.#options.chunkSize || size))
    // While the part is sent. Only the last one waits for the hash, which after a reload begins at the first byte.
    this.#hash.advanceTo(end).catch((error: unknown) => {
      this.#unreadable = error
    })
    const digest = end === size ? await unlessAborted(signal, this.#hash.digest()) : undefined
    const part = this.#file.slice(offset, end)
    let failed = false
    return this.#retry(signal, async (once) => {
      // A file that was changed cannot be sent, which looks like a lost connection.
      if (this.#unreadable !== null) throw this.#unreadable
      // After a failure the server may have stored the part, or some of it.
      if (failed) {
        const state = await askProgress(this.#session, size, once)
        if (state.complete || state.received !== offset) return state
      }
      failed = true
      return putPart(this.#session, part, offset, size, once, digest)
    })
  }

  #retry<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return withRetries(() => attempt(signal, work), this.#options.maxRetries, signal)
  }
}
