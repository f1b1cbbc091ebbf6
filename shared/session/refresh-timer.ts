let timer: ReturnType<typeof setTimeout> | undefined

/** Schedules the one refresh of this tab, in place of an earlier one. @param wait - milliseconds */
export const setRefreshTimer = (wait: number, refresh: () => void): void => {
  clearTimeout(timer)
  timer = setTimeout(refresh, Math.max(0, wait))
}

/** Cancels the scheduled refresh. */
export const clearRefreshTimer = (): void => clearTimeout(timer)
