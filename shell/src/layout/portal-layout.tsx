import type { RemoteManifest, RemoteRoute } from '@lamella/shared/contract'
import { currentUserAtom, hasPortalAccessAtom, runtimeConfigAtom } from '@lamella/shared/session'
import { useAtomValue } from 'jotai'
import { lazy, type MouseEvent, type ReactNode, Suspense, useEffect } from 'react'
import { useLocation, useMatches } from 'react-router-dom'
import { Starting } from '../starting.tsx'
import { ConnectionBanner } from './connection/connection-banner.tsx'
import { AnonymousHeader } from './header/anonymous-header.tsx'
import { NewVersion } from './new-version/new-version.tsx'
import { Processing } from './overlay/processing.tsx'
import css from './portal-layout.module.css'
import { Toasts } from './toasts/toasts.tsx'
import { LeaveGuard } from './upload-overlay/leave-guard.tsx'
import { useTitleFocus } from './use-title-focus.ts'

/** Menus, header and uploads: most of the shell, and not needed to log in. */
const PortalFrame = lazy(() => import('./portal-frame.tsx'))

export interface PortalLayoutProps {
  manifests: readonly RemoteManifest[]
  /** Whether another version of the portal is active than the one that runs. */
  checkVersion: () => Promise<boolean>
  /** Loads the page anew. */
  reload: () => void
  children: ReactNode
}

const isRoute = (handle: unknown): handle is RemoteRoute =>
  typeof handle === 'object' && handle !== null && 'layout' in handle && 'crumb' in handle

/** The link without its navigation, which would be one more page for the back button. */
const skipToContent = (event: MouseEvent): void => {
  event.preventDefault()
  document.getElementById('content')?.focus({ preventScroll: true })
  window.scrollTo(0, 0)
}

/** Header, side menu and page. What surrounds a page is decided by the `layout` of its route. */
export const PortalLayout = ({ manifests, checkVersion, reload, children }: PortalLayoutProps) => {
  const user = useAtomValue(currentUserAtom)
  const access = useAtomValue(hasPortalAccessAtom)
  const config = useAtomValue(runtimeConfigAtom)
  const route = useMatches()
    .map(({ handle }) => handle)
    .findLast(isRoute)
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = route ? `${route.title} – ${config.product.name}` : config.product.name
    window.scrollTo(0, 0)
  }, [pathname, route])
  useTitleFocus(pathname)

  const portal = user && access && route?.layout !== 'auth'
  // Whose session has just ended is on the way to the log-in page: the page left is not begun anew without it.
  const leaving = !portal && route?.guards.includes('login')
  return (
    <div className={css.root}>
      {/* biome-ignore lint/a11y/useValidAnchor: screen readers list it among the links, and it leads to a place */}
      <a className={css.skip} href="#content" onClick={skipToContent}>
        Skip to content
      </a>
      {portal ? (
        <Suspense fallback={<Starting withMenu />}>
          <PortalFrame user={user} manifests={manifests} route={route}>
            {children}
          </PortalFrame>
        </Suspense>
      ) : (
        <>
          <AnonymousHeader productName={config.product.name} />
          <main id="content" tabIndex={-1}>
            <ConnectionBanner />
            {!leaving && children}
          </main>
        </>
      )}
      <LeaveGuard />
      <Toasts />
      <Processing />
      <NewVersion check={checkVersion} reload={reload} />
    </div>
  )
}
