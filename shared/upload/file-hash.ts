import { createSHA256, type IHasher } from 'hash-wasm'

/** Bytes that are read and hashed at once: so few that the page never stops for long. */
const step = 1024 * 1024

/** SHA-256 of a file, read once from start to end in parts as they are sent. */
export class FileHash {
  readonly #file: Blob
  #hasher: IHasher | null = null
  #hashed = 0

  constructor(file: Blob) {
    this.#file = file
  }

  /** Hashes up to byte `end`; what is already hashed is not read again. @throws the AbortError of `signal` */
  async advanceTo(end: number, signal: AbortSignal): Promise<void> {
    this.#hasher ??= await createSHA256()
    while (this.#hashed < end) {
      signal.throwIfAborted()
      const next = Math.min(end, this.#hashed + step)
      const bytes = await this.#file.slice(this.#hashed, next).arrayBuffer()
      // Aborted while reading: another run may have continued, and no byte may be hashed twice.
      signal.throwIfAborted()
      this.#hasher.update(new Uint8Array(bytes))
      this.#hashed = next
    }
  }

  /** The hash as Base64, after `advanceTo(file.size)`. May be called again. */
  async digest(): Promise<string> {
    this.#hasher ??= await createSHA256()
    const state = this.#hasher.save()
    const bytes = this.#hasher.digest('binary')
    this.#hasher.load(state)
    return btoa(String.fromCharCode(...bytes))
  }
}
