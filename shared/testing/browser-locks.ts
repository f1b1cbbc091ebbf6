/** The locks of one browser, which its windows share: as `navigator.locks`, as far as `FileLocks` needs it. */
export class BrowserLocks {
  readonly #tails = new Map<string, Promise<unknown>>()

  request = (name: string, { ifAvailable }: LockOptions, use: (lock: unknown) => Promise<void> | undefined) => {
    const tail = this.#tails.get(name)
    if (tail && ifAvailable) return Promise.resolve(use(null))
    const next = Promise.resolve(tail).then(() => use({ name }))
    const ended = next.then(() => {
      if (this.#tails.get(name) === ended) this.#tails.delete(name)
    })
    this.#tails.set(name, ended)
    return next
  }
}
