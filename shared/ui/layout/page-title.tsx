import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './page-title.module.css'

export interface PageTitleProps {
  title: ReactNode
  /** Beside the title, e.g. a status badge. */
  badge?: ReactNode
  /** One line of facts under the title. */
  facts?: ReactNode
  /**
   * Buttons on the right, at most one of them filled. Below 800 px several are placed under the title, each as wide as
   * the page.
   */
  actions?: ReactNode
  /** Name as the target of a guided tour's step (`data-tour`). */
  tour?: string
}

/** The first row of every page. Its `h1` receives the focus after navigation. */
export function PageTitle({ title, badge, facts, actions, tour }: PageTitleProps) {
  return (
    <div className={css.row}>
      <div className={css.words} data-tour={tour}>
        <div className={css.titleLine}>
          <Title order={1} className={css.title} tabIndex={-1}>
            {title}
          </Title>
          {badge}
        </div>
        {facts && <div className={css.facts}>{facts}</div>}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  )
}
