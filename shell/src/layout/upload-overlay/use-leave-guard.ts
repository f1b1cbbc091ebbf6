import { type BusEvents, bus, type UploadItemStatus } from '@lamella/shared/events'
import { hasPortalAccessAtom, store } from '@lamella/shared/session'
import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'

const over: readonly UploadItemStatus[] = ['complete', 'cancelled', 'error']

let active = 0
// From the bus and not from the queue, which would be loaded with the log-in page.
bus.on('upload/changed').subscribe(({ items }: BusEvents['upload/changed']) => {
  active = items.filter(({ status }) => !over.includes(status)).length
})

/** Both end the session of whoever opens them (document 1 §2.1), and its uploads with it. */
const endings: readonly string[] = ['/auth/logout', '/auth/login']

export interface LeaveQuestion {
  /** Uploads that would be lost. */
  uploads: number
  leave: () => void
  stay: () => void
}

const questionOf = ({ state, proceed, reset }: ReturnType<typeof useBlocker>): LeaveQuestion | null =>
  state === 'blocked' ? { uploads: active, leave: proceed, stay: reset } : null

/**
 * While image uploads are active leaving the page is blocked (document 1 §4.2), and the portal asks before it logs out.
 * @returns what is to be asked now
 */
export const useLeaveGuard = (): LeaveQuestion | null => {
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent): void => {
      if (active > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [])
  // Who has lost access is led to the log-in page whatever goes on.
  return questionOf(
    useBlocker(
      ({ nextLocation }) => active > 0 && store.get(hasPortalAccessAtom) && endings.includes(nextLocation.pathname),
    ),
  )
}
