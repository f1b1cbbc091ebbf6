import type { ReactNode } from 'react'
import css from './failed-name.module.css'

export interface FailedNameProps {
  name: string
  /** Why it failed, in words a user can act on. */
  reason: string
  /** What can be done about it, where no column says that. */
  children?: ReactNode
}

/** The name of what failed, with the reason under it. Nothing is cut: who has to act must be able to read it. */
export function FailedName({ name, reason, children }: FailedNameProps) {
  return (
    <span className={css.failed}>
      {name}
      <span className={css.reason}>{reason}</span>
      {children && <span className={css.actions}>{children}</span>}
    </span>
  )
}
