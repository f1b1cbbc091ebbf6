import { formatDuration, formatFileSize, formatSpeed } from '@lamella/shared/ui'

/** Progress of one upload or of several. */
export interface TransferProgress {
  /** Bytes that the server has confirmed. */
  doneBytes: number
  totalBytes: number
  /** Bytes per second; 0 while nothing is uploaded. */
  speed: number
  /** Estimated seconds. */
  timeRemaining: number
}

/** Progress of uploads: "2.0 MB of 8.0 MB", and with a speed ", 1.0 MB/s, 0:00:06 left". */
export function formatTransfer({ doneBytes, totalBytes, speed, timeRemaining }: TransferProgress): string {
  const done = `${formatFileSize(doneBytes)} of ${formatFileSize(totalBytes)}`
  return speed > 0 ? `${done}, ${formatSpeed(speed)}, ${formatDuration(timeRemaining)} left` : done
}
