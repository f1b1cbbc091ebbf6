import type { ReactNode } from 'react'
import css from './failed-name.module.css'

export interface FailedNameProps {
  name: string
  /** Why it failed, as a sentence on which the user can act. */
  reason: string
  /** Actions, where the table has no column for them. */
  children?: ReactNode
}

/** A failed item's name with the reason under it. Nothing is truncated, because the user needs all of it to act. */
export function FailedName({ name, reason, children }: FailedNameProps) {
  return (
    <span className={css.failed}>
      {name}
      <span className={css.reason}>{reason}</span>
      {children && <span className={css.actions}>{children}</span>}
    </span>
  )
}
