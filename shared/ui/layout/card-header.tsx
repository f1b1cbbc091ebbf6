import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '../format/number.ts'
import css from './card-header.module.css'

export interface CardHeaderProps {
  title?: ReactNode
  /** Number of items, shown beside the title. */
  count?: number
  /** Tools on the right: a filter, a button. Without a title they begin on the left. */
  children?: ReactNode
}

/** Head of a card whose content reaches its edges (padding 0), such as a table. */
export function CardHeader({ title, count, children }: CardHeaderProps) {
  return (
    <div className={css.header}>
      {title && (
        <Title order={2} size="h3" className={css.title}>
          {title}
          {count !== undefined && <span className={css.count}>{formatNumber(count)}</span>}
        </Title>
      )}
      {children && <div className={css.tools}>{children}</div>}
    </div>
  )
}
