import { formatDuration, formatFileSize, formatSpeed } from '@lamella/shared/ui'

export interface TransferProgress {
  doneBytes: number
  totalBytes: number
  /** Bytes per second; 0 while nothing is uploaded. */
  speed: number
  /** Seconds. */
  timeRemaining: number
}

/** Progress of uploads: "2.0 MB of 8.0 MB", and with a speed ", 1.0 MB/s, 0:00:06 left". */
export function formatTransfer({ doneBytes, totalBytes, speed, timeRemaining }: TransferProgress): string {
  const done = `${formatFileSize(doneBytes)} of ${formatFileSize(totalBytes)}`
  return speed > 0 ? `${done}, ${formatSpeed(speed)}, ${formatDuration(timeRemaining)} left` : done
}
