import { Tooltip, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { DataTableColumn, TableSort } from './columns.ts'
import css from './data-table.module.css'

interface SortTitleProps {
  title: string
  /** Tooltip: what the values count. */
  hint?: string
  align?: DataTableColumn<unknown>['align']
  /** Present direction; undefined when the table is not sorted by this column. */
  direction?: TableSort['direction']
  onClick: () => void
}

/**
 * Title of a column as the button that sorts by it. The arrow is visible on hover, on focus and while the table is
 * sorted by it.
 */
export function SortTitle({ title, hint, align, direction, onClick }: SortTitleProps) {
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  const button = (
    <UnstyledButton
      className={css.sortTitle}
      aria-label={direction ? `${title}, sorted ${direction}` : `${title}, sort`}
      data-align={align}
      data-sorted={direction !== undefined || undefined}
      onClick={onClick}
    >
      {title}
      <Arrow size={14} stroke={1.7} aria-hidden />
    </UnstyledButton>
  )
  return hint ? (
    <Tooltip label={hint} multiline maw={260}>
      {button}
    </Tooltip>
  ) : (
    button
  )
}
