/** Every negative limit means unlimited; an equal or larger total has reached it (contradictions 2 and 28). */
export const isLimitReached = (limit: number, total: number): boolean => limit >= 0 && total >= limit

/** What is left of a limit: the largest number when unlimited (D3-2-58), negative when exceeded. */
export const remainingOf = (limit: number, used: number): number => (limit < 0 ? Number.MAX_VALUE : limit - used)

/** Bytes of one GB, the unit of storage limits (D3-9-13). */
export const gigabyte = 1024 ** 3
