import { pause } from '@lamella/shared/api'

/** Retries of the portal (document 3 §9). */
const maxRetries = 5

/** Milliseconds before retry `attempt` (from 0): 500, doubled each time with a random offset, at most 5000. */
export const backoffDelay = (attempt: number, random: () => number = Math.random): number =>
  Math.min(5000, 500 * 2 ** attempt + random() * 250)

/**
 * Tries again while `isRetriable` says so.
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
      await pause(backoffDelay(attempt), signal)
    }
  }
}
