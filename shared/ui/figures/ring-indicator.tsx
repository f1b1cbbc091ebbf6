import { RingProgress } from '@mantine/core'
import css from './ring-indicator.module.css'

export interface RingIndicatorProps {
  /** Filled part of the ring, 0 to 1. */
  share: number
  /** The text beside the ring, which states the same. */
  children: string
  /** In the warning colour, e.g. for the last days. */
  warn?: boolean
  /** Outer diameter in pixels. */
  size?: number
}

/** A small ring before a line of text: days left of the trial (16 px), progress of all uploads. */
export function RingIndicator({ share, children, warn = false, size = 16 }: RingIndicatorProps) {
  const color = warn ? 'var(--lm-warn)' : 'var(--lm-accent-text)'
  return (
    <span className={css.row} data-warn={warn || undefined}>
      <RingProgress
        aria-hidden
        size={size}
        thickness={size * 0.15}
        roundCaps
        rootColor="var(--ring-track, var(--lm-border))"
        sections={[{ value: 100 * Math.min(Math.max(share, 0), 1), color }]}
      />
      {children}
    </span>
  )
}
