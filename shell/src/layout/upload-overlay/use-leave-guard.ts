import { hasPortalAccessAtom, store } from '@lamella/shared/session'
import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { runningUploads } from './running-uploads.ts'

/** Opening either path ends the session (D1-2.1-20, D1-2.1-21), and with it the uploads. */
const endings: readonly string[] = ['/auth/logout', '/auth/login']

/** A blocked log-out that awaits the user's answer. */
export interface LeaveQuestion {
  /** Number of uploads that would stop. */
  uploads: number
  leave: () => void
  stay: () => void
}

const questionOf = ({ state, proceed, reset }: ReturnType<typeof useBlocker>): LeaveQuestion | null =>
  state === 'blocked' ? { uploads: runningUploads(), leave: proceed, stay: reset } : null

/**
 * Blocks leaving the page (D1-4.2-12) and logging out while image uploads are active.
 * @returns the pending question; null while nothing is blocked
 */
export const useLeaveGuard = (): LeaveQuestion | null => {
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent): void => {
      if (runningUploads() > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [])
  // Users who have lost access are redirected to the log-in page despite running uploads.
  return questionOf(
    useBlocker(
      ({ nextLocation }) =>
        runningUploads() > 0 && store.get(hasPortalAccessAtom) && endings.includes(nextLocation.pathname),
    ),
  )
}
