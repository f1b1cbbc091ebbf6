import { Logo } from '@lamella/shared/ui'
import { Link } from 'react-router-dom'
import css from './header.module.css'

/** Header with the logo only: without a session and on auth pages (D1-2.6-09). */
export const AnonymousHeader = ({ productName }: { productName: string }) => (
  <header className={css.anonymous}>
    <Link to="/home" className={css.start} aria-label={`${productName}, start page`}>
      <Logo name={productName} />
    </Link>
  </header>
)
