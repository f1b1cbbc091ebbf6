import { delay } from '@lamella/shared/api'

/** Retries of the portal (D3-9-03). */
const maxRetries = 5

/**
 * Milliseconds before retry `attempt` (from 0): 500, doubled each time with a random offset, at most 5000 (D3-9-08 to
 * D3-9-10).
 */
export const backoffDelay = (attempt: number, random: () => number = Math.random): number =>
  Math.min(5000, 500 * 2 ** attempt + random() * 250)

/**
 * Calls `work` again after each error that `isRetriable` accepts, at most five times, until `signal` is aborted.
 * @throws the last error
 */
export const withRetries = async <T>(
  work: () => Promise<T>,
  isRetriable: (error: unknown) => boolean,
  signal: AbortSignal,
): Promise<T> => {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted || attempt >= maxRetries || !isRetriable(error)) throw error
      await delay(backoffDelay(attempt), signal)
    }
  }
}
