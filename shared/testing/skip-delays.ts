/**
 * Ends every pause between two tries (0.5 to 5 s) at once: a server in the same process needs no rest. Until
 * `jest.restoreAllMocks()`.
 * @returns the milliseconds that were asked for, in order
 */
export const skipDelays = (): number[] => {
  const asked: number[] = []
  const real = globalThis.setTimeout
  const shortened = (work: () => void, milliseconds = 0) => {
    const isPause = milliseconds >= 500 && milliseconds <= 5000
    if (isPause) asked.push(milliseconds)
    return real(work, isPause ? 0 : milliseconds)
  }
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(shortened as typeof real)
  return asked
}
