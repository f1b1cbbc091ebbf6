import { useEffect, useState } from 'react'

/** Milliseconds after the portal has settled until the first check for a new version (D1-4.6-04). */
const startDelay = 30_000
/** Milliseconds between two checks, so that with its request each change is known within 60 s. */
const lookEvery = 45_000

/**
 * Checks for a new version until there is one: hidden pages do not, and do so at once when they are visible again.
 * @param check - whether another version than the running one is active; a rejected check is repeated
 */
export const useNewVersion = (check: () => Promise<boolean>): boolean => {
  const [found, setFound] = useState(false)
  useEffect(() => {
    if (found) return
    let timer: ReturnType<typeof setTimeout>
    let state: 'settling' | 'idle' | 'looking' | 'ended' = 'settling'
    const look = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') {
        state = 'idle'
        return
      }
      state = 'looking'
      const isNew = await check().catch(() => false)
      if (state !== 'looking') return
      state = 'idle'
      if (isNew) setFound(true)
      else timer = setTimeout(look, lookEvery)
    }
    const lookNow = (): void => {
      if (state !== 'idle') return
      clearTimeout(timer)
      void look()
    }
    timer = setTimeout(look, startDelay)
    document.addEventListener('visibilitychange', lookNow)
    return () => {
      state = 'ended'
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', lookNow)
    }
  }, [check, found])
  return found
}
