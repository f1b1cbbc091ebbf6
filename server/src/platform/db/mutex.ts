/** Runs one piece of work at a time, in the order they came; a failure is told to whoever asked for it only. */
export type Mutex = <T>(work: () => Promise<T>) => Promise<T>

/** For a connection that several share: it answers one question at a time. */
export const createMutex = (): Mutex => {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}
