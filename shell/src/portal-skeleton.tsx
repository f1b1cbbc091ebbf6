import { Logo } from '@lamella/shared/ui/brand/logo.tsx'
import { Delayed } from '@lamella/shared/ui/feedback/delayed.tsx'
import { LoadingRows } from '@lamella/shared/ui/feedback/loading-rows.tsx'
import header from './layout/header/header.module.css'
import layout from './layout/portal-layout.module.css'

interface PortalSkeletonProps {
  /** A user is probably logged in and will get the side menu. */
  withMenu: boolean
}

/** Empty frame of the portal, shown until the session is restored; it has the final layout, so that nothing moves. */
export const PortalSkeleton = ({ withMenu }: PortalSkeletonProps) => (
  <div className={layout.portal} data-bare={!withMenu || undefined}>
    {/* Visitors without a session get another header: this one must not flash up before it. */}
    <Delayed after={withMenu ? 0 : undefined}>
      <header className={header.header}>
        <span className={header.logo}>
          <Logo markOnly />
        </span>
      </header>
      {withMenu && <div className={layout.side} />}
    </Delayed>
    <main className={layout.main}>
      <LoadingRows rows={8} />
    </main>
  </div>
)
