import type { JobName } from './job-types.ts'

/** `cpu`: as many at once as the configuration says. `light`: waits for disks and networks, never behind heavy work. `bundle`: files of results. */
export const jobQueues = ['cpu', 'light', 'bundle'] as const
export type JobQueue = (typeof jobQueues)[number]

export const lightJobsAtOnce = 2
export const bundlesAtOnce = 1

/** Where a job waits, and how often it is tried before it counts as failed. */
export const jobPolicies: Record<JobName, { queue: JobQueue; tries: number }> = {
  'send-mail': { queue: 'light', tries: 12 },
  'process-image': { queue: 'cpu', tries: 3 },
  'run-analysis': { queue: 'cpu', tries: 3 },
  'make-bundle': { queue: 'bundle', tries: 3 },
  'remove-blobs': { queue: 'light', tries: 12 },
  'clean-up': { queue: 'light', tries: 1 },
  'follow-trials': { queue: 'light', tries: 3 },
}
