/** Use of a limit, as shown; a negative limit means unlimited. */
export type UsageState = 'unlimited' | 'normal' | 'warn' | 'reached'

const WARN_ABOVE = 0.8

/** warn: above 80 % of the limit (D3-9-44); reached: at the limit or above it (D1-9-31). */
export function usageState(used: number, limit: number): UsageState {
  if (limit < 0) return 'unlimited'
  if (used >= limit) return 'reached'
  return used > limit * WARN_ABOVE ? 'warn' : 'normal'
}

/** Used share of the limit, 0 to 1; 0 without a limit, 1 of a limit of 0. */
export const usageShare = (used: number, limit: number): number =>
  limit < 0 ? 0 : limit === 0 ? 1 : Math.min(Math.max(used / limit, 0), 1)
