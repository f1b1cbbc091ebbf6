/**
 * Ends every timer of a retry (0.5 to 5 s) at once, until `jest.restoreAllMocks()`.
 * @returns the delays that were requested, in milliseconds and in order
 */
export const skipDelays = (): number[] => {
  const asked: number[] = []
  const real = globalThis.setTimeout
  const shortened = (work: () => void, milliseconds = 0) => {
    const isRetry = milliseconds >= 500 && milliseconds <= 5000
    if (isRetry) asked.push(milliseconds)
    return real(work, isRetry ? 0 : milliseconds)
  }
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(shortened as typeof real)
  return asked
}
