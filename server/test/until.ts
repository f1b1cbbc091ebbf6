import { setTimeout } from 'node:timers/promises'

/** Milliseconds between two looks: few enough to cost no test time, and enough not to load the machine. */
const pause = 25

/**
 * Polls until there is a result, for states without events. The time limit of the test ends it otherwise.
 *
 * @param look - its first value that is not null, undefined or false is the result
 * @param milliseconds - between two looks; less where a moment must not be missed
 */
export const until = async <T>(
  look: () => Promise<T> | T,
  milliseconds = pause,
): Promise<NonNullable<Exclude<T, false>>> => {
  for (;;) {
    const answer = await look()
    if (answer !== null && answer !== undefined && answer !== false) return answer as NonNullable<Exclude<T, false>>
    await setTimeout(milliseconds)
  }
}
