import type { Status } from '@lamella/shared/blocks'
import type { JobStatus } from '@lamella/shared/contract'

/** Badge per job status. */
const looks: Record<JobStatus, Status> = {
  pending: 'queued',
  running: 'running',
  successful: 'successful',
  failed: 'failed',
  cancelled: 'cancelled',
}

/** Badge of a job status. */
export const badgeOf = (status: JobStatus): Status => looks[status]

/** Whether a job has ended, successfully or not. */
export const isOver = (status: JobStatus): boolean => !['pending', 'running'].includes(status)

/** A job status as its badge says it. */
export const statusWord = (status: JobStatus): string => {
  const word = looks[status]
  return word.charAt(0).toUpperCase() + word.slice(1)
}
