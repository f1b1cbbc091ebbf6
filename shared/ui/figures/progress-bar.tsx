import { Progress } from '@mantine/core'

export interface ProgressBarProps {
  /** Percent, 0 to 100. */
  value: number
  /** What makes progress, for those who do not see it. */
  label: string
  /** Grey while it rests, red when it failed. */
  tone?: 'active' | 'paused' | 'failed'
  /** Thickness in pixels. */
  size?: number
}

const colors = { active: 'var(--lm-accent)', paused: 'var(--lm-control)', failed: 'var(--lm-bad)' }

export function ProgressBar({ value, label, tone = 'active', size = 4 }: ProgressBarProps) {
  return <Progress value={Math.min(Math.max(value, 0), 100)} aria-label={label} color={colors[tone]} size={size} />
}
