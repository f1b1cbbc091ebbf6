import { bus, type Toast } from '@lamella/shared/events'

/** A toast with the id by which it is closed. */
export interface ShownToast extends Toast {
  id: number
}

/** Toasts shown at once; the oldest is dropped (ADR 50). */
const most = 3
/**
 * Milliseconds that a success or an information is shown (ADR 50). Errors and sticky toasts stay until they are closed.
 */
const lifetime = 5000

/** Toasts of the page, in the form that `useSyncExternalStore` takes. */
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

  /**
   * Shows and clears toasts on events of the bus.
   * @returns disconnects and clears
   */
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
