import { useEffect, useState } from 'react'

/** Milliseconds after the portal has settled until the first check for a new version (D1-4.6-04). */
const startDelay = 30_000
/** Milliseconds between two checks; hidden tabs do not check. */
const lookEvery = 60_000

/**
 * Checks for a new version until there is one.
 * @param check - whether another version than the running one is active; a rejected check is repeated
 */
export const useNewVersion = (check: () => Promise<boolean>): boolean => {
  const [found, setFound] = useState(false)
  useEffect(() => {
    if (found) return
    let timer: ReturnType<typeof setTimeout>
    let ended = false
    const look = async (): Promise<void> => {
      const isNew = document.visibilityState === 'visible' && (await check().catch(() => false))
      if (ended) return
      if (isNew) setFound(true)
      else timer = setTimeout(look, lookEvery)
    }
    timer = setTimeout(look, startDelay)
    return () => {
      ended = true
      clearTimeout(timer)
    }
  }, [check, found])
  return found
}
