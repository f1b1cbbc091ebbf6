import { setTimeout } from 'node:timers/promises'

/** Long enough for what is looked at to go on meanwhile, short enough to cost no test time. */
const pause = 25

/**
 * Looks until there is an answer, for what cannot be listened to. What never comes is ended by the time limit of the test.
 *
 * @param look - its first answer that is not null, undefined or false is the result
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
