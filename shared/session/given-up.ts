let count = 0

/** The session of this tab has been given up. */
export const markGivenUp = (): void => {
  count++
}

/** @returns whether the session has been given up since: what was asked for meanwhile is of another one */
export const watchGivenUp = (): (() => boolean) => {
  const before = count
  return () => count !== before
}
