import { setTimeout } from 'node:timers/promises'

/** Milliseconds between two looks: few enough to cost no test time, and enough not to load the machine. */
const pause = 25

let running = new AbortController()
afterEach(() => {
  running.abort(new Error('The test ended before there was a result'))
  running = new AbortController()
})

/**
 * Polls until there is a result, for states without events, or until the test ends, as by its time limit.
 *
 * @param look - its first value that is not null, undefined or false is the result
 * @param milliseconds - between two looks; less where a moment must not be missed
 * @throws Error when the test has ended
 */
export const until = async <T>(
  look: () => Promise<T> | T,
  milliseconds = pause,
): Promise<NonNullable<Exclude<T, false>>> => {
  const { signal } = running
  const { stack } = new Error('Waited when the test ended')
  for (;;) {
    const answer = await look()
    if (answer !== null && answer !== undefined && answer !== false) return answer as NonNullable<Exclude<T, false>>
    if (signal.aborted) {
      // Nobody waits for this any more, and the time limit of the test does not say where it was.
      process.stderr.write(`${stack}\n`)
      throw signal.reason
    }
    await setTimeout(milliseconds)
  }
}
