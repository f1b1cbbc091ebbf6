import { delay } from '@lamella/shared/api'
import { isBusy, isRetriable, retryAfterOf } from './transfer-error.ts'
import { isOnline, untilOnline } from './wake.ts'

/** Milliseconds at most between two tries (D3-9-10). */
const longest = 5000
/**
 * Milliseconds for which an upload that another request is writing to costs no try: that request may be the one before, for
 * which a restarted server reads all stored bytes again to hash them.
 */
const busyPatience = 300_000

/**
 * Milliseconds before retry `attempt` (from 0): 500, doubled each time with a random offset, at most 5000 (D3-9-08 to
 * D3-9-10).
 */
export const backoffDelay = (attempt: number, random: () => number = Math.random): number =>
  Math.min(longest, 500 * 2 ** attempt + random() * 250)

/**
 * Calls `work` again after each error that is retriable, at most `maxRetries` times, until `signal` is aborted. While the
 * browser has no network it waits, which counts as no try.
 *
 * @throws the last error
 */
export const withRetries = async <T>(work: () => Promise<T>, maxRetries: number, signal: AbortSignal): Promise<T> => {
  let retries = 0
  let busySince: number | null = null
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted || !isRetriable(error)) throw error
      if (!isOnline()) {
        retries = 0
        await untilOnline(signal)
        continue
      }
      const wait = Math.max(backoffDelay(retries), retryAfterOf(error))
      busySince = isBusy(error) ? (busySince ?? performance.now()) : null
      if (busySince === null || performance.now() - busySince > busyPatience) retries += 1
      if (retries > maxRetries) throw error
      await delay(wait, signal)
    }
  }
}
