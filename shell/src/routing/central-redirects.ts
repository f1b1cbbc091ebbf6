import { onFailure } from '@lamella/shared/api'
import { bus } from '@lamella/shared/events'
import { hasPortalAccessAtom, rememberReturn, store } from '@lamella/shared/session'
import type { PortalRouter } from './routes.tsx'

/** Leaves a page that a failed call has made useless, and remembers it for "Go back and try again" (document 1 §8). */
export function redirectOnFailure(router: PortalRouter): void {
  onFailure(({ redirect, httpErrorCode }) => {
    const { pathname, search, hash } = router.state.location
    const isAt401 = httpErrorCode === 401 && pathname === '/auth/login'
    if (redirect === null || isAt401 || pathname.startsWith('/error')) return
    rememberReturn(pathname + search + hash)
    void router.navigate(redirect)
  })
}

/**
 * Follows the session of a running portal (document 1 §4.2): without access the guards are asked again, which send to the
 * log-in page; an unreadable token or a refused refresh has an error page of its own.
 */
export function redirectOnSessionEnd(goTo: (path: string) => void): void {
  bus.on('session/ended').subscribe(({ reason, status }) => {
    if (reason === 'unreadable') goTo('/error/401')
    if (reason === 'http-error') goTo(`/error/${status}`)
  })
}

export function recheckGuards(router: PortalRouter): void {
  store.sub(hasPortalAccessAtom, () => {
    if (!store.get(hasPortalAccessAtom)) void router.revalidate()
  })
}
