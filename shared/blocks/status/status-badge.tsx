import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconFlask,
  IconLoader2,
  IconMail,
  IconPlayerPause,
  IconQuestionMark,
  IconRocket,
} from '@tabler/icons-react'
import css from './status-badge.module.css'

type Look = {
  word: string
  icon: Icon
  tone: 'neutral' | 'accent' | 'solid' | 'ok' | 'warn' | 'bad'
  turning?: boolean
}

/** All states that the portal shows, each by word, icon and colour (ADR 50). */
const looks = {
  queued: { word: 'Queued', icon: IconClock, tone: 'neutral' },
  pending: { word: 'Pending', icon: IconClock, tone: 'neutral' },
  paused: { word: 'Paused', icon: IconPlayerPause, tone: 'neutral' },
  invited: { word: 'Invited', icon: IconMail, tone: 'neutral' },
  cancelled: { word: 'Cancelled', icon: IconCircleX, tone: 'neutral' },
  unknown: { word: 'Unknown', icon: IconQuestionMark, tone: 'neutral' },
  uploading: { word: 'Uploading', icon: IconLoader2, tone: 'accent', turning: true },
  running: { word: 'Running', icon: IconLoader2, tone: 'accent', turning: true },
  processing: { word: 'Processing', icon: IconLoader2, tone: 'accent', turning: true },
  checking: { word: 'Checking', icon: IconLoader2, tone: 'accent', turning: true },
  trial: { word: 'Trial', icon: IconFlask, tone: 'accent' },
  deployed: { word: 'Deployed', icon: IconRocket, tone: 'solid' },
  successful: { word: 'Successful', icon: IconCircleCheck, tone: 'ok' },
  available: { word: 'Available', icon: IconCircleCheck, tone: 'ok' },
  complete: { word: 'Complete', icon: IconCircleCheck, tone: 'ok' },
  fits: { word: 'Fits', icon: IconCircleCheck, tone: 'ok' },
  doubtful: { word: 'Doubtful', icon: IconAlertTriangle, tone: 'warn' },
  refused: { word: 'Refused', icon: IconCircleX, tone: 'bad' },
  failed: { word: 'Failed', icon: IconCircleX, tone: 'bad' },
} as const satisfies Record<string, Look>

export type Status = keyof typeof looks

/** All states, for tests and the page /dev/kit. */
export const statuses = Object.keys(looks) as Status[]

export interface StatusBadgeProps {
  status: Status
  /** In place of the state's own word. */
  label?: string
}

/** A state as icon and word on a tinted ground. */
export function StatusBadge({ status, label }: StatusBadgeProps) {
  const { word, icon: StatusIcon, tone, turning }: Look = looks[status]
  return (
    <span className={`${css.badge} ${css[tone]}`}>
      <StatusIcon size={14} stroke={1.7} className={turning ? css.turning : undefined} aria-hidden />
      {label ?? word}
    </span>
  )
}
