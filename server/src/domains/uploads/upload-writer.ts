/** Without a byte for so long a request is ended. */
const idleLimit = 30_000

/** The one request that writes to an upload: whether its client is still there, and how to end it. */
export class UploadWriter {
  readonly #abort = new AbortController()
  readonly #ended = Promise.withResolvers<void>()
  #idle: NodeJS.Timeout | null = null
  /** Null: it is not waiting for bytes, the server is at work. */
  #lastByte: number | null = null

  /** Aborted when the request has to stop. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  get ended(): Promise<void> {
    return this.#ended.promise
  }

  /** Whether it waits for bytes since so many milliseconds: its connection is likely dead. */
  isStalled(milliseconds: number): boolean {
    return this.#lastByte !== null && performance.now() - this.#lastByte >= milliseconds
  }

  /** To be called before the first and with every received piece. */
  awaitBytes(): void {
    this.#lastByte = performance.now()
    this.#idle ??= setTimeout(() => this.stop(), idleLimit).unref()
    this.#idle.refresh()
  }

  received(): void {
    this.#lastByte = null
    if (this.#idle) clearTimeout(this.#idle)
    this.#idle = null
  }

  stop(): void {
    this.#abort.abort()
  }

  end(): void {
    this.received()
    this.#ended.resolve()
  }
}
