import type { WaitingMedium } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'

const span = (from: number, to: number, unit: string): string =>
  from === to ? `${to} ${unit}` : `${from}–${to} ${unit}`

/** Minutes, from two hours on hours: rounded away from each other, so that the range stays true. */
const timeText = ({ from, to }: NonNullable<WaitingMedium['seconds']>): string => {
  if (to < 60) return 'under a minute'
  const unit = to < 7200 ? { seconds: 60, name: 'min' } : { seconds: 3600, name: 'h' }
  const [least, most] = [Math.max(1, Math.floor(from / unit.seconds)), Math.ceil(to / unit.seconds)]
  return `about ${span(Math.min(least, most), most, unit.name)}`
}

/** Such as "After 3 tasks, about 2–5 min", until it is done; without a time where nobody knows. Short: a tile on a phone has 165 px. */
export const waitingText = ({ before, seconds }: WaitingMedium): string => {
  const place = before === 0 ? 'Next' : before === 1 ? 'After 1 task' : `After ${formatNumber(before)} tasks`
  return seconds ? `${place}, ${timeText(seconds)}` : place
}
