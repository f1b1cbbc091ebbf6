import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import css from './data-table.module.css'

interface NameCellProps {
  picture?: ReactNode
  href?: string
  onClick?: () => void
  /** What Enter does where the row is linked already. */
  onOpen?: () => void
  /** Undefined where no row of the table ever is. */
  isLinked?: boolean
  children: ReactNode
}

/** The name of a row, and the way into it by keyboard: a link where it has an address, a button where it calls back. */
export function NameCell({ picture, href, onClick, onOpen, isLinked, children }: NameCellProps) {
  return (
    <div className={css.nameCell}>
      {picture}
      {href !== undefined ? (
        <Link className={css.name} to={href} data-row-link>
          {children}
        </Link>
      ) : onClick ? (
        <UnstyledButton
          className={css.name}
          aria-pressed={isLinked}
          onClick={onClick}
          onKeyDown={(event) => event.key === 'Enter' && isLinked && onOpen?.()}
        >
          {children}
        </UnstyledButton>
      ) : (
        <span className={css.name}>{children}</span>
      )}
    </div>
  )
}

/** Opens a row from a click beside its name: as if the name had been clicked. */
export const followNameLink = (row: Element) => row.querySelector<HTMLElement>('a[data-row-link]')?.click()
