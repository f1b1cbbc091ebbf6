import { bus, type Toast } from '@lamella/shared/events'

export interface ShownToast extends Toast {
  id: number
}

/** At most so many at once (design/visual.md §6); the oldest gives way. */
const most = 3
/** Milliseconds that a success or an information stays. Errors and sticky ones stay until they are closed. */
const lifetime = 5000

/** The toasts of the page, as an external store for React. */
export class ToastList {
  #toasts: readonly ShownToast[] = []
  #nextId = 1
  readonly #listeners = new Set<() => void>()
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly snapshot = (): readonly ShownToast[] => this.#toasts

  show(toast: Toast): void {
    const shown = { ...toast, id: this.#nextId++ }
    const others = this.#toasts.filter((other) => toast.key === undefined || other.key !== toast.key)
    this.#replace([...others, shown].slice(-most))
    if (toast.kind !== 'error' && !toast.sticky) {
      this.#timers.set(
        shown.id,
        setTimeout(() => this.close(shown.id), lifetime),
      )
    }
  }

  close(id: number): void {
    this.#replace(this.#toasts.filter((toast) => toast.id !== id))
  }

  clear(): void {
    this.#replace([])
  }

  /** Listens to the bus until the returned function is called. */
  connect(): () => void {
    const show = bus.on('toast/show').subscribe((toast) => this.show(toast))
    const clear = bus.on('toast/clear').subscribe(() => this.clear())
    return () => {
      show.unsubscribe()
      clear.unsubscribe()
      this.clear()
    }
  }

  #replace(toasts: readonly ShownToast[]): void {
    for (const { id } of this.#toasts) {
      if (toasts.some((kept) => kept.id === id)) continue
      clearTimeout(this.#timers.get(id))
      this.#timers.delete(id)
    }
    this.#toasts = toasts
    for (const listener of this.#listeners) listener()
  }
}
