/** Keeps the most recently used entries up to a total weight. */
export class LruCache<V> {
  readonly #entries = new Map<string, { value: V; weight: number }>()
  readonly #capacity: number
  readonly #dropped: (value: V) => void
  #weight = 0

  /** @param dropped - called for each value that leaves, to free what it holds */
  constructor(capacity: number, dropped: (value: V) => void = () => undefined) {
    this.#capacity = capacity
    this.#dropped = dropped
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  set(key: string, value: V, weight: number): void {
    this.#remove(key)
    this.#entries.set(key, { value, weight })
    this.#weight += weight
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#capacity || oldest === key) break
      this.#remove(oldest)
    }
  }

  clear(): void {
    for (const key of [...this.#entries.keys()]) this.#remove(key)
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#weight -= entry.weight
    this.#dropped(entry.value)
  }
}
