import type { ReactNode } from 'react'
import css from './thumb.module.css'

export interface ThumbProps {
  /** The picture, which fills the plate. */
  children: ReactNode
}

/** The small picture before a name. The name beside it says what it is. */
export function Thumb({ children }: ThumbProps) {
  return <span className={css.thumb}>{children}</span>
}
