let epoch = 0

/** Marks the session of this tab as ended: answers to what was asked before are outdated. */
export const startNewEpoch = (): void => {
  epoch++
}

/**
 * @returns a function that says whether the session of this tab has ended since the call, so that a late answer belongs
 * to another one
 */
export const watchEpoch = (): (() => boolean) => {
  const before = epoch
  return () => epoch !== before
}
