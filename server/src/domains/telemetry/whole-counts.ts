import { LRUCache } from 'lru-cache'

/** Makes whole counts of amounts, for one key after another. @returns 0 or more */
export type WholeCounts = (key: string, amount: number) => number

/**
 * The database has whole counts, and one event may stand for 1.43 of them: what is left of an amount is added to the next one with the same key, so
 * that a sum is never more than 1 below what it should be.
 */
export const createWholeCounts = (): WholeCounts => {
  const rests = new LRUCache<string, number>({ max: 20_000 })
  return (key, amount) => {
    const sum = amount + (rests.get(key) ?? 0)
    // Sums of fractions may be just below a whole number.
    const whole = Math.floor(sum + 1e-9)
    rests.set(key, sum - whole)
    return whole
  }
}
