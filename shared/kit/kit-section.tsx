import { Card, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './kit.module.css'

interface KitSectionProps {
  title: string
  children: ReactNode
  /** The content reaches the edges of the card and has a title of its own. */
  flush?: boolean
}

/** One card of the page, for one component or group of components. */
export function KitSection({ title, children, flush = false }: KitSectionProps) {
  return (
    <Card className={css.section} padding={flush ? 0 : undefined}>
      {!flush && (
        <Title order={2} size="h3" mb={12}>
          {title}
        </Title>
      )}
      {children}
    </Card>
  )
}

export function KitRow({ children }: { children: ReactNode }) {
  return <div className={css.row}>{children}</div>
}
