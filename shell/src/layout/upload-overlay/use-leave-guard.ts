import { hasPortalAccessAtom, store } from '@lamella/shared/session'
import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { runningUploads } from './running-uploads.ts'

/** Opening either path ends the session (D1-2.1-20, D1-2.1-21), and with it the uploads. */
const endings: readonly string[] = ['/auth/logout', '/auth/login']

/** Where the portal leads by itself, with a way back on which the form has its texts again. */
const takenAway = /^\/(auth|error)(\/|$)/

/** A blocked navigation that awaits the user's answer. */
export interface LeaveQuestion {
  /** Number of uploads that a log-out would stop; null where a form with unsaved changes would go. */
  uploads: number | null
  leave: () => void
  stay: () => void
}

/** Forms mark themselves while something in them is not saved. */
const unsavedForms = (): NodeListOf<HTMLFormElement> => document.querySelectorAll('form[data-unsaved]')

const stopsUploads = (pathname: string): boolean =>
  runningUploads() > 0 && store.get(hasPortalAccessAtom) && endings.includes(pathname)

/** The forms drop their drafts, which are for those who did not leave by choice. */
const leaveForms = (proceed: () => void): void => {
  for (const form of unsavedForms()) form.dispatchEvent(new Event('reset', { bubbles: true }))
  proceed()
}

const questionOf = (blocker: ReturnType<typeof useBlocker>): LeaveQuestion | null => {
  if (blocker.state !== 'blocked') return null
  const { location, proceed, reset: stay } = blocker
  if (endings.includes(location.pathname)) return { uploads: runningUploads(), leave: proceed, stay }
  return { uploads: null, leave: () => leaveForms(proceed), stay }
}

/**
 * Blocks leaving the page (D1-4.2-12) and logging out while image uploads are active, and leaving a form with unsaved
 * changes for another page.
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
  // Users who have lost access are redirected to the log-in page despite running uploads. One blocker for both
  // questions: a router has only one.
  return questionOf(
    useBlocker(({ currentLocation, nextLocation: { pathname } }) =>
      takenAway.test(pathname)
        ? stopsUploads(pathname)
        : pathname !== currentLocation.pathname && unsavedForms().length > 0,
    ),
  )
}
