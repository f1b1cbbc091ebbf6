import { type BusEvents, bus, type UploadItemStatus } from '@lamella/shared/events'
import { hasPortalAccessAtom, store } from '@lamella/shared/session'
import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'

const over: readonly UploadItemStatus[] = ['complete', 'cancelled', 'error']

let active = 0
// From the bus, because importing the queue would add it to the log-in page's code.
bus.on('upload/changed').subscribe(({ items }: BusEvents['upload/changed']) => {
  active = items.filter(({ status }) => !over.includes(status)).length
})

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
  state === 'blocked' ? { uploads: active, leave: proceed, stay: reset } : null

/**
 * Blocks leaving the page (D1-4.2-12) and logging out while image uploads are active.
 * @returns the pending question; null while nothing is blocked
 */
export const useLeaveGuard = (): LeaveQuestion | null => {
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent): void => {
      if (active > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [])
  // Users who have lost access are redirected to the log-in page despite running uploads.
  return questionOf(
    useBlocker(
      ({ nextLocation }) => active > 0 && store.get(hasPortalAccessAtom) && endings.includes(nextLocation.pathname),
    ),
  )
}
