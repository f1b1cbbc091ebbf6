import { Ring } from './ring.tsx'
import css from './scale-ring.module.css'

export interface ScaleRingProps {
  /** Filled part of the ring, 0 to 1. */
  share: number
  /** What it says in words, beside the ring. */
  children: string
  /** The last days: in the colour of a warning. */
  warn?: boolean
  size?: number
}

/** A small ring before a line of text: days left of the trial, progress of all uploads. */
export function ScaleRing({ share, children, warn = false, size = 16 }: ScaleRingProps) {
  const color = warn ? 'var(--lm-warn)' : 'var(--lm-accent-text)'
  return (
    <span className={css.row} data-warn={warn || undefined}>
      <Ring size={size} cutout={0.7} parts={[{ share: Math.min(Math.max(share, 0), 1), color }]} />
      {children}
    </span>
  )
}
