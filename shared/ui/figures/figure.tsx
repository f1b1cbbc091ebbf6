import type { ReactNode } from 'react'
import css from './figure.module.css'

export interface FigureProps {
  /** The formatted number; "–" where it is undefined. */
  value: ReactNode
  unit?: string
  label: string
}

/** One measured number with its unit beside it and its label below. */
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
