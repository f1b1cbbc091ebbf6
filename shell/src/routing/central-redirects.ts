import { connection, onFailure } from '@lamella/shared/api'
import type { ErrorCode } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import {
  currentUserAtom,
  forgetReturn,
  hasPortalAccessAtom,
  loadProfile,
  logout,
  readReturn,
  rememberReturn,
  restrictionsAtom,
  store,
} from '@lamella/shared/session'
import { setUpSecondFactor } from './guards.ts'
import type { PortalRouter } from './routes.tsx'

const addressOf = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }): string =>
  pathname + search + hash

/** Refusals of access: no active subscription, an agreement or the second factor is missing. */
const accessCodes: readonly string[] = ['ERR_1005', 'ERR_1008', 'ERR_1023'] satisfies ErrorCode[]

let reloading: Promise<void> | null = null

/** The loaded profile may be outdated. Many calls can be refused at once; they share one reload. */
const hasLostAccess = async (code: string): Promise<boolean> => {
  if (!accessCodes.includes(code) || !store.get(hasPortalAccessAtom)) return false
  reloading ??= loadProfile()
    .catch(() => undefined)
    .finally(() => {
      reloading = null
    })
  await reloading
  return !store.get(hasPortalAccessAtom)
}

/**
 * Redirects to the error page when a read fails without which the page cannot be shown, and stores the address for "Go
 * back and try again" (D1-8-29). After an unanswered call, recovery of the server returns to the page.
 * @returns unsubscribes
 */
export function redirectOnFailure(router: PortalRouter): () => void {
  let leftUnanswered = false
  const stopRecovery = connection.onRecovery(() => {
    const back = readReturn()
    if (!leftUnanswered || back === null || !router.state.location.pathname.startsWith('/error')) return
    leftUnanswered = false
    forgetReturn()
    void router.navigate(back, { replace: true })
  })
  const stopFailures = onFailure(async ({ redirect, httpErrorCode, code }) => {
    if (await hasLostAccess(code)) return
    const { location } = router.state
    const isAt401 = httpErrorCode === 401 && location.pathname === '/auth/login'
    if (redirect === null || isAt401 || location.pathname.startsWith('/error')) return
    rememberReturn(addressOf(location))
    leftUnanswered = httpErrorCode === null || connection.snapshot().down
    // Replaces the history entry: the back button must not lead to the failed page.
    void router.navigate(redirect, { replace: true, state: { status: httpErrorCode } })
  })
  return () => {
    stopRecovery()
    stopFailures()
  }
}

/**
 * Shows a toast when the server answers again; a warning when a write was left unanswered.
 * @returns unsubscribes
 */
export function announceRecovery(): () => void {
  let before = connection.snapshot()
  return connection.subscribe(() => {
    const { down, unansweredWrite } = before
    before = connection.snapshot()
    if (!down || before.down) return
    const toast = { title: 'The server answers again', key: 'connection' }
    if (unansweredWrite) {
      const detail = 'Your last change may not have been saved. Look at it, and save it again if it is missing.'
      bus.emit('toast/show', { ...toast, kind: 'warning', detail, sticky: true })
    } else bus.emit('toast/show', { ...toast, kind: 'success', detail: 'This page goes on.' })
  })
}

/**
 * Redirects to the error page of a session that ended with an error (D1-4.2-05, D1-4.2-06). After other endings the
 * guards decide.
 * @param goTo - navigates to a path
 * @returns unsubscribes
 */
export function redirectOnSessionEnd(goTo: (path: string) => void): () => void {
  const subscription = bus.on('session/ended').subscribe(({ reason, status }) => {
    if (reason === 'logout' || reason === 'logout-elsewhere' || reason === 'expired') return
    rememberReturn(addressOf(window.location))
    if (reason === 'unreadable') goTo('/error/401')
    else goTo(reason === 'http-error' ? `/error/${status}` : '/error')
  })
  return () => subscription.unsubscribe()
}

/**
 * Redirects a user whose access ends during a session to the log-in page (D1-4.2-10), or to the set-up of the second
 * factor when only that is missing. Without portal access the user is also logged out; without a user the guards run
 * again. Auth pages handle access themselves.
 * @returns unsubscribes
 */
export function redirectOnAccessLoss(router: PortalRouter): () => void {
  return store.sub(hasPortalAccessAtom, () => {
    if (store.get(hasPortalAccessAtom)) return
    const { location } = router.state
    const user = store.get(currentUserAtom)
    if (user === null) {
      void router.revalidate()
      return
    }
    if (location.pathname.startsWith('/auth/')) return
    const wanted = location.pathname.startsWith('/error') ? (readReturn() ?? '/') : addressOf(location)
    const { portalWebAccess = false } = store.get(restrictionsAtom) ?? {}
    const lacksOnlySecondFactor = portalWebAccess && user.agreementPrivacy && user.agreementTerms
    void router.navigate(
      lacksOnlySecondFactor ? setUpSecondFactor(wanted) : `/auth/login?return=${encodeURIComponent(wanted)}`,
    )
    if (!portalWebAccess) void logout()
  })
}
