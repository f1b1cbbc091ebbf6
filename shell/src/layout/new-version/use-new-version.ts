import { bus } from '@lamella/shared/events'
import { useEffect, useState } from 'react'

/** Milliseconds after the portal has settled until the first check for a new version (D1-4.6-04). */
const startDelay = 30_000
/** Milliseconds between two checks, so that with its request each change is known within 60 s. */
const lookEvery = 45_000

/** Milliseconds over which the checks of all open pages are spread after an event. */
const spread = 3000

/**
 * Checks for a new version until there is one: soon after an event of the server, else at intervals. Hidden pages do not check, and do so
 * at once when they are visible again.
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
    let announced: ReturnType<typeof setTimeout>
    const events = bus.on('server/changed').subscribe(({ type }) => {
      if (type !== 'releasesChanged') return
      clearTimeout(announced)
      announced = setTimeout(lookNow, Math.random() * spread)
    })
    return () => {
      state = 'ended'
      clearTimeout(timer)
      clearTimeout(announced)
      events.unsubscribe()
      document.removeEventListener('visibilitychange', lookNow)
    }
  }, [check, found])
  return found
}
