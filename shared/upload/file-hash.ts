import { createSHA256, type IHasher } from 'hash-wasm'

const step = 1024 * 1024

/** SHA-256 of a file that is read once from start to end, part by part, without blocking the page for long. */
export class FileHash {
  readonly #file: Blob
  #hasher: IHasher | null = null
  #hashed = 0

  constructor(file: Blob) {
    this.#file = file
  }

  /** Hashes on to `end`; what is already hashed is not read again. */
  async advanceTo(end: number, signal: AbortSignal): Promise<void> {
    this.#hasher ??= await createSHA256()
    while (this.#hashed < end) {
      signal.throwIfAborted()
      const next = Math.min(end, this.#hashed + step)
      const bytes = await this.#file.slice(this.#hashed, next).arrayBuffer()
      // Paused meanwhile: another run may already be reading on, and no byte may count twice.
      signal.throwIfAborted()
      this.#hasher.update(new Uint8Array(bytes))
      this.#hashed = next
    }
  }

  /** Base64, after `advanceTo(file.size)`. May be asked again. */
  async digest(): Promise<string> {
    this.#hasher ??= await createSHA256()
    const state = this.#hasher.save()
    const bytes = this.#hasher.digest('binary')
    this.#hasher.load(state)
    return btoa(String.fromCharCode(...bytes))
  }
}
