import type { RemoteGuard, RemoteManifest, RemoteRoute, RuntimeConfig } from '@lamella/shared/contract'
import { currentUserAtom, hasPortalAccessAtom, restrictionsAtom, store } from '@lamella/shared/session'
import type { ReactElement } from 'react'
import { createBrowserRouter, type LoaderFunction, Outlet, type RouteObject, redirect } from 'react-router-dom'
import { PortalSkeleton } from '../portal-skeleton.tsx'
import { RemotePage } from '../remotes/remote-boundary.tsx'
import type { Remote } from '../remotes/remotes.ts'
import { StartSignal } from '../start-signal.tsx'
import { type Guarded, redirectOf } from './guards.ts'
import { PageFailure } from './page-failure.tsx'
import { shellPages } from './shell-pages.ts'
import { viewerRedirect } from './viewer-redirect.ts'

/** The browser router of react-router. */
export type PortalRouter = ReturnType<typeof createBrowserRouter>

interface PortalOptions {
  /** Frame of all pages; renders the present one by `<Outlet />`. */
  layout: ReactElement
  shell: RemoteManifest
  remotes: readonly Remote[]
  config: RuntimeConfig
}

/**
 * The portal's router. Routes and guards come from the manifests, so they also work for a remote that does not load.
 */
export function createPortalRouter({ layout, shell, remotes, config }: PortalOptions): PortalRouter {
  const guarded =
    (route: Guarded & Pick<RemoteRoute, 'roles'>, contributed?: readonly RemoteGuard[]): LoaderFunction =>
    ({ request }) => {
      const { pathname, search } = new URL(request.url)
      const restrictions = store.get(restrictionsAtom)
      const context = {
        user: store.get(currentUserAtom),
        portalWebAccess: restrictions?.portalWebAccess ?? false,
        canAccessAITrainer: restrictions?.canAccessAITrainer ?? false,
        limits: restrictions?.limits ?? null,
        signupDisabled: config.signupDisabled,
        target: pathname + search,
        hash: hashOf(pathname + search),
        previous: previousPage(),
        roles: route.roles,
      }
      const destination = redirectOf(route, context, contributed)
      return destination === null ? null : redirect(destination)
    }

  // The first guards run inside `createBrowserRouter`, when there is no previous page.
  let router: PortalRouter | undefined
  const previousPage = (): string | null => {
    if (!router?.state.initialized) return null
    const { pathname, search } = router.state.location
    return pathname + search
  }

  /** A loader's request has no fragment; it is taken from the pending location. */
  const hashOf = (target: string): string => {
    const { initialized, navigation, location: shown } = router?.state ?? { initialized: false }
    const wanted = initialized ? (navigation.location ?? shown) : window.location
    return wanted.pathname + wanted.search === target ? wanted.hash : ''
  }

  const shellRoutes = shell.routes.flatMap((route): RouteObject[] => {
    const page = pagesById.get(route.id)
    return page ? [{ path: route.path, handle: route, loader: guarded(route), lazy: page }] : []
  })
  const remoteRoutes = remotes.flatMap((remote) =>
    remote.manifest.routes.map(
      (route): RouteObject => ({
        path: route.path,
        handle: route,
        loader: guarded(route, remote.manifest.guards),
        element: <RemotePage key={`${remote.manifest.id} ${route.id}`} remote={remote} routeId={route.id} />,
      }),
    ),
  )
  // Guarded before its image is read; the page that it leads to has the same guards.
  const viewer: RouteObject = {
    path: '/viewer',
    loader: async (args) => {
      const refusal = await guarded({ guards: ['login'], roles: [] })(args)
      return refusal ?? redirect(await viewerRedirect(new URL(args.request.url).search))
    },
    element: <></>,
  }
  const pages: RouteObject = {
    // Beside a page, never beside its failure.
    element: (
      <>
        <Outlet />
        <StartSignal />
      </>
    ),
    errorElement: <PageFailure />,
    children: [...shellRoutes, ...remoteRoutes, viewer, ...redirects],
  }
  router = createBrowserRouter([
    {
      element: layout,
      errorElement: (
        <main>
          <PageFailure whole />
        </main>
      ),
      hydrateFallbackElement: <PortalSkeleton withMenu={store.get(hasPortalAccessAtom)} />,
      children: [pages],
    },
  ])
  return router
}

const pagesById = new Map(Object.entries(shellPages))

/** Addresses without a page (D1-2.3-05, D1-2.5-25, contradiction 9). */
const redirects: RouteObject[] = Object.entries({
  '/downloads/jobresultbundles': '/error',
  '/downloads/*': '/error/404',
  '*': '/error/404',
}).map(([path, destination]) => ({ path, loader: () => redirect(destination), element: <></> }))
