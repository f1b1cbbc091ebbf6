import { useEffect, useState } from 'react'

/** Milliseconds after the portal has settled until updates are looked for (document 1 §4.6). */
const startDelay = 30_000
/** Milliseconds between two looks; a hidden tab does not look. */
const lookEvery = 60_000

/**
 * Looks for a new version until there is one.
 * @param check - whether another version is active than the one that runs; a look that fails is made again
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
