interface OptionFields {
  /** E.g. "Size". */
  label: string
  /** Empty: it has none. */
  unit: string
  least: number
  most: number
  initial: number
}

/** A number that the user sets for a tool, such as the size of a brush, kept while the tool is. */
export class ToolOption {
  readonly label: string
  readonly unit: string
  readonly least: number
  readonly most: number
  readonly #listeners = new Set<() => void>()
  #value: number

  constructor({ label, unit, least, most, initial }: OptionFields) {
    this.label = label
    this.unit = unit
    this.least = least
    this.most = most
    this.#value = initial
  }

  get value(): number {
    return this.#value
  }

  /** The nearest whole number that is allowed. */
  set(value: number): void {
    this.#value = Math.round(Math.min(Math.max(value, this.least), this.most))
    for (const listener of this.#listeners) listener()
  }

  /** One step up or down: a tenth, which feels the same at any size. */
  step(direction: 1 | -1): void {
    this.set(this.#value + direction * Math.max(1, Math.round(this.#value / 10)))
  }

  /** @returns ends it */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
