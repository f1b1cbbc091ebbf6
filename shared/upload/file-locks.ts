interface Held {
  users: number
  free: () => void
}

/**
 * One window of the browser per file (Web Locks): the same file may be uploaded twice by one window, where the user sees
 * both, but not by two. Where the browser has no locks, no file is refused.
 */
export class FileLocks {
  readonly #locks = new Map<string, Promise<Held | null>>()

  /**
   * @param wait - until no other window has the file, instead of giving up
   * @returns frees the file; null: another window has it
   */
  async take(key: string, { wait }: { wait: boolean }): Promise<(() => void) | null> {
    let locking = this.#locks.get(key)
    if (!locking) {
      locking = request(key, wait)
      // A wait may last until another window is closed: meanwhile others of this window ask for themselves.
      if (wait) locking = Promise.resolve(await locking)
      this.#locks.set(key, locking)
    }
    const held = await locking
    if (held) {
      held.users += 1
      return () => this.#leave(key, held)
    }
    if (this.#locks.get(key) === locking) this.#locks.delete(key)
    return null
  }

  #leave(key: string, held: Held): void {
    held.users -= 1
    if (held.users > 0) return
    this.#locks.delete(key)
    held.free()
  }
}

const request = (key: string, wait: boolean): Promise<Held | null> => {
  const free = { users: 0, free: () => undefined }
  if (!navigator.locks) return Promise.resolve(free)
  return new Promise((resolve) => {
    navigator.locks
      .request(`lamella upload ${key}`, { ifAvailable: !wait }, (lock) => {
        if (!lock) return resolve(null)
        const { promise, resolve: end } = Promise.withResolvers<void>()
        resolve({ users: 0, free: end })
        return promise
      })
      // Not permitted in this context.
      .catch(() => resolve(free))
  })
}
