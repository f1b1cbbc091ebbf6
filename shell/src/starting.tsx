import { Logo } from '@lamella/shared/ui/brand/logo.tsx'
import { Delayed } from '@lamella/shared/ui/feedback/delayed.tsx'
import { LoadingRows } from '@lamella/shared/ui/feedback/loading-rows.tsx'
import header from './layout/header/header.module.css'
import layout from './layout/portal-layout.module.css'

interface StartingProps {
  /** Somebody is probably logged in, and has the side menu. */
  withMenu: boolean
}

/**
 * Until it is known who is here: at once on most days, after retries when the server is in trouble. The empty frame of the
 * portal, so that nothing moves when it is filled.
 */
export const Starting = ({ withMenu }: StartingProps) => (
  <div className={layout.portal} data-bare={!withMenu || undefined}>
    {/* The header of somebody who is not logged in is another one: it must not flash up. */}
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
