import { useCallback, useRef, useState } from 'react'

/**
 * Guards an action against double firing: while one call is under way, further ones do nothing. `run` rejects with the
 * failure of the action.
 */
export function useSingleFlight(action: () => unknown): { run: () => Promise<void>; running: boolean } {
  const inFlight = useRef(false)
  const [running, setRunning] = useState(false)
  const run = useCallback(async () => {
    if (inFlight.current) return
    inFlight.current = true
    setRunning(true)
    try {
      await action()
    } finally {
      inFlight.current = false
      setRunning(false)
    }
  }, [action])
  return { run, running }
}
