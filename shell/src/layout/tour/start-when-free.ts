/** Milliseconds after which a tour starts by itself (D2-4-23, D2-4-17). */
const startDelay = 3000

const hasOpenDialog = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') !== null

/**
 * Starts a tour after 3 s. An open dialog comes first: the next attempt is after the same delay.
 * @returns stop
 */
export const startWhenFree = (start: () => void): (() => void) => {
  const timer = setInterval(() => {
    if (hasOpenDialog()) return
    clearInterval(timer)
    start()
  }, startDelay)
  return () => clearInterval(timer)
}
