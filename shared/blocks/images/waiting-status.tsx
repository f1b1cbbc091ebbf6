import type { WaitingMedium } from '@lamella/shared/contract'
import { StatusBadge, type StatusBadgeProps } from '../status/status-badge.tsx'
import css from './waiting-status.module.css'
import { waitingText } from './waiting-text.ts'

export interface WaitingStatusProps extends StatusBadgeProps {
  /** Undefined: the image does not wait, or nobody knows where. */
  place: WaitingMedium | undefined
}

/** The status of an image with its place in the queue below it, for a cell of a table. */
export const WaitingStatus = ({ place, ...badge }: WaitingStatusProps) => (
  <span className={css.status}>
    <StatusBadge {...badge} />
    {place && <span className={css.place}>{waitingText(place)}</span>}
  </span>
)
