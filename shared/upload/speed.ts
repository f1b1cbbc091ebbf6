/**
 * Bytes per second as a moving average. A longer window is steadier to read, a shorter one follows the network sooner;
 * 8 s is a compromise that was not measured.
 */
export class SpeedMeter {
  readonly #window: number
  readonly #now: () => number
  #points: { at: number; bytes: number }[] = []

  /** @param window - milliseconds that are averaged @param now - clock in milliseconds */
  constructor(window = 8000, now: () => number = () => performance.now()) {
    this.#window = window
    this.#now = now
  }

  /** @param bytes - total so far */
  record(bytes: number): void {
    const at = this.#now()
    this.#points.push({ at, bytes })
    const oldest = at - this.#window
    while (this.#points.length > 2 && (this.#points[1]?.at ?? at) <= oldest) this.#points.shift()
  }

  reset(): void {
    this.#points = []
  }

  /** Null before the second recorded value. */
  get bytesPerSecond(): number | null {
    const first = this.#points[0]
    const last = this.#points.at(-1)
    if (!first || !last || last.at <= first.at) return null
    return ((last.bytes - first.bytes) * 1000) / (last.at - first.at)
  }
}
