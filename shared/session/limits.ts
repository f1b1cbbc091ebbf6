/** Every negative limit means unlimited; an equal or larger total has reached it (contradictions.md 2, 28). */
export const isLimitReached = (limit: number, total: number): boolean => limit >= 0 && total >= limit

/** What is left of a limit: the largest number when unlimited (document 3 §2). */
export const remainingOf = (limit: number, used: number): number => (limit < 0 ? Number.MAX_VALUE : limit - used)

/** Limits of storage are given in GB of 1024³ bytes. */
export const gigabyte = 1024 ** 3
