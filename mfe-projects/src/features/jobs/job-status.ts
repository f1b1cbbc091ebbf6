import type { Status } from '@lamella/shared/blocks'
import type { JobStatus } from '@lamella/shared/contract'

/** State of a job as a badge. */
const looks: Record<JobStatus, Status> = {
  pending: 'queued',
  running: 'running',
  successful: 'successful',
  failed: 'failed',
  cancelled: 'cancelled',
}

export const badgeOf = (status: JobStatus): Status => looks[status]

export const isOver = (status: JobStatus): boolean => !['pending', 'running'].includes(status)
