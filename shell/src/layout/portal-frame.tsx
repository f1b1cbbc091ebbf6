import type { RemoteManifest, RemoteRoute } from '@lamella/shared/contract'
import {
  currentUserAtom,
  restrictionsAtom,
  runtimeConfigAtom,
  selectedProjectAtom,
  subscriptionsAtom,
} from '@lamella/shared/session'
import { Drawer } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useLocation, useParams, useSearchParams } from 'react-router-dom'
import { Breadcrumb } from './breadcrumb/breadcrumb.tsx'
import { type Crumb, crumbsFor } from './breadcrumb/crumbs.ts'
import { AddMenu } from './header/add-menu.tsx'
import { PortalHeader } from './header/portal-header.tsx'
import { type HasRoute, KnownRoutes } from './known-routes.ts'
import { useNarrow } from './narrow.ts'
import css from './portal-layout.module.css'
import { menuTree } from './side-menu/menu-tree.ts'
import { SideMenu } from './side-menu/side-menu.tsx'
import { TrialIndicator } from './trial/trial-indicator.tsx'
import { UploadStatus } from './upload-overlay/upload-status.tsx'
import { useUploadLimit } from './upload-overlay/use-upload-limit.ts'
import { useLeaveGuard, useUploads } from './upload-overlay/use-uploads.ts'
import { UserMenu } from './user-menu/user-menu.tsx'

const minimizedKey = 'lamella.menuMinimized'
const freePlan = /_CLOUD_FREE$/

const useMinimized = () => {
  const [minimized, setMinimized] = useState(() => sessionStorage.getItem(minimizedKey) === '1')
  const toggle = (): void => {
    sessionStorage.setItem(minimizedKey, minimized ? '0' : '1')
    setMinimized(!minimized)
  }
  return [minimized, toggle] as const
}

interface PortalFrameProps {
  manifests: readonly RemoteManifest[]
  route: RemoteRoute | undefined
  children: ReactNode
}

/** No breadcrumb in the narrow layout (document 1 §2.6), but what is looked at has its name above it. */
const trailOf = (crumbs: readonly Crumb[], layout: RemoteRoute['layout'] | undefined, narrow: boolean) => {
  if (layout === 'bare') return null
  if (narrow) return layout === 'viewer' && <Breadcrumb crumbs={crumbs.slice(-1)} />
  return <Breadcrumb crumbs={crumbs} />
}

/** Header, side menu and page of somebody who is logged in. */
const PortalFrame = ({ manifests, route, children }: PortalFrameProps) => {
  useLeaveGuard()
  useUploadLimit()
  const user = useAtomValue(currentUserAtom)
  const restrictions = useAtomValue(restrictionsAtom)
  const selected = useAtomValue(selectedProjectAtom)
  const subscriptions = useAtomValue(subscriptionsAtom)
  const config = useAtomValue(runtimeConfigAtom)
  const uploads = useUploads()
  const narrow = useNarrow()
  const { pathname } = useLocation()
  const params = useParams()
  const [search] = useSearchParams()
  const [minimized, toggleMinimized] = useMinimized()
  const [drawer, setDrawer] = useState(false)
  useEffect(() => setDrawer(false), [pathname])

  const routes = useMemo(() => manifests.flatMap((manifest) => manifest.routes), [manifests])
  const isFree = subscriptions.some(({ subscriptionPlan }) => freePlan.test(subscriptionPlan.name))
  const tree = useMemo(
    () => (user && restrictions ? menuTree(manifests, { user, restrictions }, selected, isFree) : null),
    [manifests, user, restrictions, selected, isFree],
  )
  if (!user || !tree) return null

  const hasRoute: HasRoute = (path) => routes.some((candidate) => candidate.path === path)
  const crumbs = route ? crumbsFor(route, routes, { ...params, image: search.get('image') ?? undefined }) : []
  const viewer = route?.layout === 'viewer'
  const bare = viewer || route?.layout === 'bare'
  const actions = (
    <>
      {!viewer && <TrialIndicator />}
      {!user.isGuest && hasRoute('/datastorage/upload') && <UploadStatus uploads={uploads} />}
      {!user.isGuest && !viewer && <AddMenu hasRoute={hasRoute} />}
      <UserMenu user={user} config={config} hasRoute={hasRoute} />
    </>
  )
  return (
    <div className={css.portal} data-bare={bare || undefined} data-minimized={minimized || undefined}>
      <PortalHeader
        productName={config.product.name}
        viewer={viewer}
        trail={trailOf(crumbs, route?.layout, narrow)}
        actions={actions}
        menu={narrow && !bare ? { opened: drawer, toggle: () => setDrawer(!drawer) } : undefined}
      />
      {!bare && !narrow && (
        <aside className={css.side}>
          <SideMenu tree={tree} selected={selected} minimized={minimized} onMinimize={toggleMinimized} />
        </aside>
      )}
      {narrow && (
        <Drawer opened={drawer} onClose={() => setDrawer(false)} position="left" size={280} withOverlay title="Menu">
          <SideMenu tree={tree} selected={selected} minimized={false} />
        </Drawer>
      )}
      <main id="content" className={css.main} data-wide={viewer || undefined} tabIndex={-1}>
        <KnownRoutes value={hasRoute}>{children}</KnownRoutes>
      </main>
    </div>
  )
}

export default PortalFrame
