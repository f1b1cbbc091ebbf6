import { delay } from '@lamella/shared/api'
import { isOnline, untilOnline } from './wake.ts'

/** Milliseconds at most between two tries (D3-9-10). */
const longest = 5000

/**
 * Milliseconds before retry `attempt` (from 0): 500, doubled each time with a random offset, at most 5000 (D3-9-08 to
 * D3-9-10).
 */
export const backoffDelay = (attempt: number, random: () => number = Math.random): number =>
  Math.min(longest, 500 * 2 ** attempt + random() * 250)

/**
 * Calls `work` again after each error that `isRetriable` accepts, at most `maxRetries` times, until `signal` is aborted.
 * While the browser has no network it waits, which counts as no try.
 *
 * @throws the last error
 */
export const withRetries = async <T>(
  work: () => Promise<T>,
  isRetriable: (error: unknown) => boolean,
  maxRetries: number,
  signal: AbortSignal,
): Promise<T> => {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted || !isRetriable(error)) throw error
      if (!isOnline()) {
        attempt = -1
        await untilOnline(signal)
      } else if (attempt >= maxRetries) throw error
      else await delay(backoffDelay(attempt), signal)
    }
  }
}
