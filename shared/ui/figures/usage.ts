/** How much of a limit is used; a negative limit means unlimited. */
export type UsageState = 'unlimited' | 'normal' | 'warn' | 'reached'

const WARN_ABOVE = 0.8

/** Above 80 percent of a limit it is warned of; reached means no more fits (document 3 §9, document 1 §9). */
export function usageState(used: number, limit: number): UsageState {
  if (limit < 0) return 'unlimited'
  if (used >= limit) return 'reached'
  return used > limit * WARN_ABOVE ? 'warn' : 'normal'
}

/** Used part of the limit, 0 to 1; nothing of an unlimited one. */
export const usageShare = (used: number, limit: number): number =>
  limit < 0 ? 0 : limit === 0 ? 1 : Math.min(Math.max(used / limit, 0), 1)
