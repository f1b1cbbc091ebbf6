/** Resolves after `ms` milliseconds, or at once when `signal` is aborted. */
export const delay = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      done()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
    // A signal that is aborted already has no more event.
    if (signal?.aborted) end()
  })
