import { type Icon, IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react'

/** Meaning of a message, by which it has its colour and icon. */
export type Tone = 'info' | 'success' | 'warning' | 'error'

const icons: Record<Tone, Icon> = {
  info: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconCircleX,
}

const toneColors: Record<Tone, string> = {
  info: 'var(--lm-accent-text)',
  success: 'var(--lm-ok)',
  warning: 'var(--lm-warn)',
  error: 'var(--lm-bad)',
}

/** Icon of a tone, so that the tone is not shown by colour alone. */
export function ToneIcon({ tone, size = 18 }: { tone: Tone; size?: number }) {
  const SignIcon = icons[tone]
  return <SignIcon size={size} stroke={1.7} color={toneColors[tone]} aria-hidden style={{ flex: 'none' }} />
}
