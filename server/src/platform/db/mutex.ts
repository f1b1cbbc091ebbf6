/** Runs one piece of work at a time, in the order of the calls. An error reaches only the caller of that work. */
export type Mutex = <T>(work: () => Promise<T>) => Promise<T>

/** A mutex, for example for a shared connection, which runs one query at a time. */
export const createMutex = (): Mutex => {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}
