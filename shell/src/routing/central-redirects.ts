import { onFailure } from '@lamella/shared/api'
import type { ErrorCode } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import {
  currentUserAtom,
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
 * Leaves a page that a failed call has made useless, and remembers it for "Go back and try again" (document 1 §8).
 * @returns stop
 */
export function redirectOnFailure(router: PortalRouter): () => void {
  return onFailure(async ({ redirect, httpErrorCode, code }) => {
    if (await hasLostAccess(code)) return
    const { location } = router.state
    const isAt401 = httpErrorCode === 401 && location.pathname === '/auth/login'
    if (redirect === null || isAt401 || location.pathname.startsWith('/error')) return
    rememberReturn(addressOf(location))
    // The page that failed is not one to come back to by the browser's button.
    void router.navigate(redirect, { replace: true })
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
