import { createSHA256, type IHasher } from 'hash-wasm'

/** Bytes that are read and hashed at once: so few that a page without workers never stops for long. */
const step = 1024 * 1024

/** SHA-256 of a file, read once from start to end. Calls are carried out one after the other. */
export interface FileHash {
  /** Hashes up to byte `end`; what is already hashed is not read again. @throws the error of a file that cannot be read */
  advanceTo(end: number): Promise<void>
  /** The hash of what is hashed so far, Base64. */
  digest(): Promise<string>
  /** Ends the work; nothing may be called any more. */
  close(): void
}

/** The hash in the thread that calls. */
export class BlobHash implements FileHash {
  readonly #file: Blob
  #hasher: IHasher | null = null
  #hashed = 0
  #last: Promise<unknown> = Promise.resolve()
  #closed = false

  constructor(file: Blob) {
    this.#file = file
  }

  advanceTo(end: number): Promise<void> {
    return this.#next(async (hasher) => {
      while (this.#hashed < end && !this.#closed) {
        const next = Math.min(end, this.#hashed + step)
        hasher.update(new Uint8Array(await this.#file.slice(this.#hashed, next).arrayBuffer()))
        this.#hashed = next
      }
    })
  }

  digest(): Promise<string> {
    return this.#next(async (hasher) => {
      const state = hasher.save()
      const bytes = hasher.digest('binary')
      hasher.load(state)
      return btoa(String.fromCharCode(...bytes))
    })
  }

  close(): void {
    this.#closed = true
  }

  #next<T>(work: (hasher: IHasher) => Promise<T>): Promise<T> {
    const result = this.#last.then(async () => {
      this.#hasher ??= await createSHA256()
      return work(this.#hasher)
    })
    this.#last = result.catch(() => undefined)
    return result
  }
}
