import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import css from './data-table.module.css'

interface NameCellProps {
  picture?: ReactNode
  href?: string
  onClick?: () => void
  children: ReactNode
}

/** The name of a row, and the way into it by keyboard: a link where it has an address, a button where it calls back. */
export function NameCell({ picture, href, onClick, children }: NameCellProps) {
  return (
    <div className={css.nameCell}>
      {picture}
      {href !== undefined ? (
        <Link className={css.name} to={href} data-row-link>
          {children}
        </Link>
      ) : onClick ? (
        <UnstyledButton className={css.name} onClick={onClick}>
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
