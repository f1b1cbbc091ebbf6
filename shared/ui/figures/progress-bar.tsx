import { Progress } from '@mantine/core'

export interface ProgressBarProps {
  /** Percent, 0 to 100. */
  value: number
  /** Accessible name: what makes progress. */
  label: string
  /** Accent, grey or red. */
  tone?: 'active' | 'paused' | 'failed'
  /** Thickness in pixels. */
  size?: number
}

const colors = { active: 'var(--lm-accent)', paused: 'var(--lm-control)', failed: 'var(--lm-bad)' }

/** A bar; values outside 0 to 100 are clamped. */
export function ProgressBar({ value, label, tone = 'active', size = 4 }: ProgressBarProps) {
  return <Progress value={Math.min(Math.max(value, 0), 100)} aria-label={label} color={colors[tone]} size={size} />
}
