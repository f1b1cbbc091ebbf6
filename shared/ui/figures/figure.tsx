import type { ReactNode } from 'react'
import css from './figure.module.css'

export interface FigureProps {
  /** The number as it reads; "–" where it is undefined. */
  value: ReactNode
  unit?: string
  label: string
}

/** One measured number with its unit beside it and its name below. */
export function Figure({ value, unit, label }: FigureProps) {
  return (
    <div className={css.figure}>
      <div className={css.value}>
        {value}
        {unit && <span className={css.unit}> {unit}</span>}
      </div>
      <div className={css.label}>{label}</div>
    </div>
  )
}
