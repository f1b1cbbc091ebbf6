import { Logo } from '@lamella/shared/ui'
import { Burger } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import css from './header.module.css'

interface PortalHeaderProps {
  productName: string
  /** The breadcrumb; none in the narrow layout. */
  trail: ReactNode
  /** Right side of the header: trial, upload, add, user. */
  actions: ReactNode
  /** Lower and achromatic, above the image viewer. */
  viewer?: boolean
  /** The side menu shows icons only: the logo is as narrow, so that the breadcrumb stays aligned with the content. */
  minimized?: boolean
  /** Hamburger button (D1-2.6-08); only in the narrow layout. */
  menu?: { opened: boolean; toggle: () => void }
}

/** Header of logged-in users (D1-2.6-02). */
export const PortalHeader = ({
  productName,
  trail,
  actions,
  viewer = false,
  minimized = false,
  menu,
}: PortalHeaderProps) => (
  <header
    className={css.header}
    data-viewer={viewer || undefined}
    data-minimized={minimized || undefined}
    data-narrow={menu ? true : undefined}
  >
    {menu && (
      <Burger
        size={17}
        lineSize={1.6}
        opened={menu.opened}
        onClick={menu.toggle}
        aria-label={menu.opened ? 'Close menu' : 'Open menu'}
        aria-expanded={menu.opened}
      />
    )}
    <Link to="/" className={css.logo} aria-label={`${productName}, dashboard`}>
      <Logo name={productName} markOnly={viewer || minimized} />
    </Link>
    <div className={css.trail}>{trail}</div>
    <div className={css.actions}>{actions}</div>
  </header>
)
