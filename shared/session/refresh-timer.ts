let timer: ReturnType<typeof setTimeout> | undefined

/** One refresh is planned at a time: a later plan takes the place of the earlier one. @param wait - milliseconds */
export const planRefresh = (wait: number, refresh: () => void): void => {
  clearTimeout(timer)
  timer = setTimeout(refresh, Math.max(0, wait))
}

export const cancelRefresh = (): void => clearTimeout(timer)
