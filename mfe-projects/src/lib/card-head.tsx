import { formatNumber } from '@lamella/shared/ui'
import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './card-head.module.css'

interface CardHeadProps {
  title: string
  /** Beside the title: a number of items. */
  count?: number
  /** On the right: a link or a quiet button. */
  children?: ReactNode
}

/** Head of a card with its own padding. */
export const CardHead = ({ title, count, children }: CardHeadProps) => (
  <div className={css.head}>
    <Title order={2} size="h3">
      {title}
      {count !== undefined && <span className={css.count}>{formatNumber(count)}</span>}
    </Title>
    {children}
  </div>
)
