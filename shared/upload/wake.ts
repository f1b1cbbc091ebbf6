/** Milliseconds between two looks at the clock, and how much later one may come before the machine must have slept. */
const interval = 5000
const sleepAfter = 15_000

/** False only when the browser knows that it has no network. */
export const isOnline = (): boolean => navigator.onLine !== false

/** Resolves when the browser has a network again, or when `signal` is aborted. */
export const untilOnline = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const stop = (): void => {
      window.removeEventListener('online', stop)
      done()
    }
    window.addEventListener('online', stop)
    signal.addEventListener('abort', stop, { once: true })
    if (isOnline() || signal.aborted) stop()
  })

/**
 * Calls `work` when the machine has slept or has another network: connections from before are dead, which nobody reports
 * for minutes.
 *
 * @returns unsubscribe
 */
export const onWake = (work: () => void): (() => void) => {
  let last = Date.now()
  const timer = setInterval(() => {
    const slept = Date.now() - last > interval + sleepAfter
    last = Date.now()
    if (slept) work()
  }, interval)
  window.addEventListener('online', work)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', work)
  }
}
