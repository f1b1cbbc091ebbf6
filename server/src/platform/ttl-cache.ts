/** A cache whose entries expire after a few seconds, so that a burst of requests (tiles) queries the database once. */
export class TtlCache<V> {
  readonly #entries = new Map<string, { value: V; until: number }>()
  readonly #milliseconds: number
  readonly #limit: number

  /** @param milliseconds - time to live. @param limit - most entries; the oldest is evicted first. */
  constructor(milliseconds: number, limit: number) {
    this.#milliseconds = milliseconds
    this.#limit = limit
  }

  get(key: string, now: Date): V | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    const left = entry.until - now.getTime()
    // More left than the time to live: the clock was set back.
    if (left > 0 && left <= this.#milliseconds) return entry.value
    this.#entries.delete(key)
    return undefined
  }

  set(key: string, value: V, now: Date): void {
    this.#entries.delete(key)
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined && this.#entries.size >= this.#limit) this.#entries.delete(oldest)
    this.#entries.set(key, { value, until: now.getTime() + this.#milliseconds })
  }

  forget(matches: (value: V, key: string) => boolean): void {
    for (const [key, { value }] of this.#entries) if (matches(value, key)) this.#entries.delete(key)
  }
}
