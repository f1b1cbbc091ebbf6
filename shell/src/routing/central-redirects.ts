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

/** The server no longer lets this user in: no active subscription, or an agreement or the second factor is missing. */
const accessCodes: readonly string[] = ['ERR_1005', 'ERR_1008', 'ERR_1023'] satisfies ErrorCode[]

let reloading: Promise<void> | null = null

/** What the server says of the user may be newer than what was loaded; many calls may be refused at once. */
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
 * Leaves a page that a failed read has made useless, and remembers it for "Go back and try again" (D1-8-29). A page that
 * was left because the server did not answer is gone back to when it does.
 * @returns stop
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
    // The page that failed is not one to come back to by the browser's button.
    void router.navigate(redirect, { replace: true })
  })
  return () => {
    stopRecovery()
    stopFailures()
  }
}

/**
 * Says that the server answers again, and what the user has to look at then.
 * @returns stop
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
 * A session that ends with an error has a page which says so (document 1 §4.2); after all others the guards decide.
 * @returns stop
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
 * Access that ends during a session (document 1 §4.2): who is logged out meets the guards again; who is still logged in
 * goes to the log-in page, without portal access logged out. There access is a matter of the log-in itself. Who lacks only
 * the second factor sets it up.
 * @returns stop
 */
export function followAccess(router: PortalRouter): () => void {
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
