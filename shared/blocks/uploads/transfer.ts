import { formatDuration, formatFileSize, formatSpeed } from '@lamella/shared/ui'

export interface TransferAmounts {
  doneBytes: number
  totalBytes: number
  /** Bytes per second; 0 while nothing moves. */
  speed: number
  /** Seconds. */
  timeRemaining: number
}

/** How far uploads are: "2.0 MB of 8.0 MB", and while they move ", 1.0 MB/s, 0:00:06 left". */
export function formatTransfer({ doneBytes, totalBytes, speed, timeRemaining }: TransferAmounts): string {
  const done = `${formatFileSize(doneBytes)} of ${formatFileSize(totalBytes)}`
  return speed > 0 ? `${done}, ${formatSpeed(speed)}, ${formatDuration(timeRemaining)} left` : done
}
