import { UnstyledButton } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import css from './data-table.module.css'

interface NameCellProps {
  picture?: ReactNode
  /** A second line before it is cut. */
  twoLines?: boolean
  href?: string
  onClick?: (event: MouseEvent) => void
  /** Called on Enter where the row is already linked. */
  onOpen?: () => void
  /** Undefined where rows of the table cannot be linked. */
  isLinked?: boolean
  children: ReactNode
}

/** The name of a row, by which the keyboard opens it: a link with `href`, a button with `onClick`. */
export function NameCell({ picture, twoLines, href, onClick, onOpen, isLinked, children }: NameCellProps) {
  return (
    <div className={css.nameCell}>
      {picture}
      {href !== undefined ? (
        <Link className={css.name} to={href} data-row-link data-two-lines={twoLines || undefined}>
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

/** Clicks the link of a row's name, for a click elsewhere on the row. */
export const followNameLink = (row: Element) => row.querySelector<HTMLElement>('a[data-row-link]')?.click()
