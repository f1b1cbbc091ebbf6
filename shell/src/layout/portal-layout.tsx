import type { RemoteManifest, RemoteRoute } from '@lamella/shared/contract'
import { currentUserAtom, hasPortalAccessAtom, runtimeConfigAtom } from '@lamella/shared/session'
import { prepared } from '@lamella/shared/ui'
import { useAtomValue } from 'jotai'
import { lazy, type MouseEvent, type ReactNode, Suspense, useEffect } from 'react'
import { useLocation, useMatches } from 'react-router-dom'
import { PortalSkeleton } from '../portal-skeleton.tsx'
import { type PreviewWish, previewWishAtom } from '../remotes/preview.ts'
import { ConnectionBanner } from './connection/connection-banner.tsx'
import { Corner } from './corner.tsx'
import { AnonymousHeader } from './header/anonymous-header.tsx'
import { lazyPart } from './lazy-part.tsx'
import { Processing } from './overlay/processing.tsx'
import css from './portal-layout.module.css'
import type { PreviewBarProps } from './preview/preview-bar.tsx'
import { Toasts } from './toasts/toasts.tsx'
import { LeaveGuard } from './upload-overlay/leave-guard.tsx'
import { useTitleFocus } from './use-title-focus.ts'

/** Menus, header and uploads are most of the shell's code and not needed to log in. */
export const PortalFrame = prepared(() => import('./portal-frame.tsx'))
/** Needed 30 s after the start. Without it the portal works as it is, so its absence is no failure. */
const NewVersion = lazy(() => import('./new-version/new-version.tsx').catch(() => ({ default: () => null })))
/** For operators only. */
const PreviewBar = lazy(() => import('./preview/preview-bar.tsx'))
const PreviewQuestion = lazyPart(() => import('./preview/preview-question.tsx'))

/** What the layout needs from the start-up code. */
export interface PortalLayoutProps {
  manifests: readonly RemoteManifest[]
  /** @returns whether another version of the portal than the running one is active */
  checkVersion: () => Promise<boolean>
  /** Reloads the page. */
  reload: () => void
  /** What this page shows in preview, and how that ends. */
  preview?: PreviewBarProps | null
  /** Called with the operator's answer to whether a version is to be shown in preview. */
  onPreviewAnswer?: (wish: PreviewWish, isAgreed: boolean) => void
  children: ReactNode
}

const isRoute = (handle: unknown): handle is RemoteRoute =>
  typeof handle === 'object' && handle !== null && 'layout' in handle && 'crumb' in handle

/** Follows the link without navigation, which would add an entry to the browser's history. */
const skipToContent = (event: MouseEvent): void => {
  event.preventDefault()
  document.getElementById('content')?.focus({ preventScroll: true })
  window.scrollTo(0, 0)
}

/** Frame of every page. The `layout` of the present route decides what surrounds it. */
export const PortalLayout = ({
  manifests,
  checkVersion,
  reload,
  preview,
  onPreviewAnswer,
  children,
}: PortalLayoutProps) => {
  const user = useAtomValue(currentUserAtom)
  const access = useAtomValue(hasPortalAccessAtom)
  const config = useAtomValue(runtimeConfigAtom)
  const wish = useAtomValue(previewWishAtom)
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
  // A session that has just ended is being redirected to the log-in page: the page left must not render again without a
  // user.
  const leaving = !portal && route?.guards.includes('login')
  return (
    <div className={css.root}>
      {/* biome-ignore lint/a11y/useValidAnchor: screen readers list it among the links, and it leads to a place */}
      <a className={css.skip} href="#content" onClick={skipToContent}>
        Skip to content
      </a>
      {portal ? (
        <Suspense fallback={<PortalSkeleton withMenu />}>
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
      {wish && (
        <PreviewQuestion
          wish={wish}
          onAnswer={(isAgreed) => onPreviewAnswer?.(wish, isAgreed)}
          // Nothing is shown unasked, and who was not asked has refused no trial.
          onMissing={() => onPreviewAnswer?.({ ...wish, isTrial: false }, false)}
        />
      )}
      <Corner
        bar={
          preview && (
            <Suspense>
              <PreviewBar {...preview} />
            </Suspense>
          )
        }
      >
        <Suspense>
          <NewVersion check={checkVersion} reload={reload} />
        </Suspense>
        <Toasts />
      </Corner>
      <Processing />
    </div>
  )
}
