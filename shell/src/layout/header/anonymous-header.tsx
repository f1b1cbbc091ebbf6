import { Logo } from '@lamella/shared/ui'
import { Link } from 'react-router-dom'
import css from './header.module.css'

/** Whoever is not logged in, or is on an auth page, sees the logo only (document 1 §2.6). */
export const AnonymousHeader = ({ productName }: { productName: string }) => (
  <header className={css.anonymous}>
    <Link to="/home" className={css.start} aria-label={`${productName}, start page`}>
      <Logo name={productName} />
    </Link>
  </header>
)
