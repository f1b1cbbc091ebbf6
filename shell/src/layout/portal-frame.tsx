import type { CurrentUser, RemoteManifest, RemoteRoute } from '@lamella/shared/contract'
import { runtimeConfigAtom } from '@lamella/shared/session'
import { uploads as queue } from '@lamella/shared/upload'
import { Drawer } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useLocation, useParams, useSearchParams } from 'react-router-dom'
import { Breadcrumb } from './breadcrumb/breadcrumb.tsx'
import { type Crumb, crumbsFor } from './breadcrumb/crumbs.ts'
import { useHasTourWidth, useNarrow, useWindowHeight } from './breakpoints.ts'
import { ConnectionBanner } from './connection/connection-banner.tsx'
import { AddMenu } from './header/add-menu.tsx'
import { PortalHeader } from './header/portal-header.tsx'
import { NotificationBell } from './notifications/notification-bell.tsx'
import { PaletteButton } from './palette/palette-button.tsx'
import css from './portal-layout.module.css'
import { SideMenu } from './side-menu/side-menu.tsx'
import { useMinimized } from './side-menu/use-minimized.ts'
import { TourHost } from './tour/tour-host.tsx'
import { FreeTrial } from './trial/free-trial.tsx'
import { UploadStatus } from './upload-overlay/upload-status.tsx'
import { useUploadLimit } from './upload-overlay/use-upload-limit.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { type PortalMenu, useMenu } from './use-menu.ts'
import { UserMenu } from './user-menu/user-menu.tsx'

interface PortalFrameProps {
  user: CurrentUser
  manifests: readonly RemoteManifest[]
  route: RemoteRoute | undefined
  children: ReactNode
}

/** The narrow layout has no breadcrumb (D1-2.6-03); above the viewer it shows the name of the image instead. */
const trailOf = (crumbs: readonly Crumb[], layout: RemoteRoute['layout'] | undefined, narrow: boolean) => {
  if (layout === 'bare') return null
  if (narrow) return layout === 'viewer' && <Breadcrumb crumbs={crumbs.slice(-1)} />
  return <Breadcrumb crumbs={crumbs} />
}

const useCrumbs = (manifests: readonly RemoteManifest[], route: RemoteRoute | undefined): Crumb[] => {
  const params = useParams()
  const [search] = useSearchParams()
  const routes = useMemo(() => manifests.flatMap((manifest) => manifest.routes), [manifests])
  return route ? crumbsFor(route, routes, { ...params, image: search.get('image') ?? undefined }) : []
}

interface HeaderActionsProps {
  user: CurrentUser
  menu: PortalMenu
  viewer: boolean
  narrow: boolean
}

/** Right side of the header: trial, palette, uploads, add, notifications, user. */
const HeaderActions = ({ user, menu, viewer, narrow }: HeaderActionsProps) => {
  const uploads = useSyncExternalStore(queue.subscribe, queue.snapshot)
  const config = useAtomValue(runtimeConfigAtom)
  const tour = useHasTourWidth() && !user.isGuest
  return (
    <>
      {!viewer && <FreeTrial user={user} />}
      <PaletteButton user={user} menu={menu} tour={tour} compact={viewer || narrow} />
      {!user.isGuest && <UploadStatus uploads={uploads} />}
      {!user.isGuest && !viewer && <AddMenu />}
      <NotificationBell />
      <UserMenu user={user} config={config} tour={tour} />
    </>
  )
}

const Frame = ({ user, manifests, route, menu, children }: PortalFrameProps & { menu: PortalMenu }) => {
  useUploadLimit()
  useEffect(() => {
    if (!user.isGuest) void queue.restore(user.id)
  }, [user.id, user.isGuest])
  useKeptFocus()
  const config = useAtomValue(runtimeConfigAtom)
  const narrow = useNarrow()
  const height = useWindowHeight()
  const { key } = useLocation()
  const crumbs = useCrumbs(manifests, route)
  const [minimized, toggleMinimized] = useMinimized()
  const [drawer, setDrawer] = useState(false)
  useEffect(() => setDrawer(false), [key])

  const viewer = route?.layout === 'viewer'
  const bare = viewer || route?.layout === 'bare'
  return (
    <div
      className={css.portal}
      data-bare={bare || undefined}
      data-minimized={(minimized && !narrow) || undefined}
      data-height={height}
    >
      <PortalHeader
        productName={config.product.name}
        viewer={viewer}
        minimized={minimized && !bare && !narrow}
        trail={trailOf(crumbs, route?.layout, narrow)}
        actions={<HeaderActions user={user} menu={menu} viewer={viewer} narrow={narrow} />}
        menu={narrow && !bare ? { opened: drawer, toggle: () => setDrawer(!drawer) } : undefined}
      />
      {!bare && !narrow && (
        <aside className={css.side}>
          <SideMenu {...menu} minimized={minimized} onMinimize={toggleMinimized} />
        </aside>
      )}
      {narrow && (
        <Drawer opened={drawer} onClose={() => setDrawer(false)} position="left" size={280} withOverlay title="Menu">
          <SideMenu {...menu} minimized={false} />
        </Drawer>
      )}
      <main id="content" className={css.main} data-wide={viewer || undefined} tabIndex={-1}>
        <ConnectionBanner />
        {children}
      </main>
      <TourHost
        hasAi={menu.tree.main.some(({ id }) => id === 'ai')}
        drawer={narrow ? { open: () => setDrawer(true), close: () => setDrawer(false) } : null}
      />
    </div>
  )
}

/** Header, side menu and page of a logged-in user; nothing until the restrictions are loaded. */
const PortalFrame = ({ manifests, user, ...frame }: PortalFrameProps) => {
  const menu = useMenu(manifests, user)
  return menu && <Frame {...frame} manifests={manifests} user={user} menu={menu} />
}

export default PortalFrame
