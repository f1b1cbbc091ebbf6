/** Resolves after `ms` milliseconds, or at once when `signal` is aborted. */
export const delay = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, ms)
    const stop = () => {
      clearTimeout(timer)
      done()
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
