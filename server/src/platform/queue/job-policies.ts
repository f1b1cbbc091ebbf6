import type { JobName } from './job-types.ts'

/** `cpu`: as many at once as the configuration says. `light`: waits for disks and networks, never behind heavy work. `bundle`: files of results. */
export const jobQueues = ['cpu', 'light', 'bundle'] as const
export type JobQueue = (typeof jobQueues)[number]

export const lightConcurrency = 2
export const bundleConcurrency = 1

export interface JobPolicy {
  /** Where the job waits. */
  queue: JobQueue
  /** How often it is tried before it counts as failed. */
  tries: number
  /** Wall-clock time of one try. A limit of what hangs, above what honest work takes: an image of 20 GB has 3 hours. */
  minutes: number
}

export const jobPolicies: Record<JobName, JobPolicy> = {
  'send-mail': { queue: 'light', tries: 12, minutes: 5 },
  'process-image': { queue: 'cpu', tries: 3, minutes: 4 * 60 },
  'run-analysis': { queue: 'cpu', tries: 3, minutes: 8 * 60 },
  'make-bundle': { queue: 'bundle', tries: 3, minutes: 60 },
  'remove-blobs': { queue: 'light', tries: 12, minutes: 2 * 60 },
  'clean-up': { queue: 'light', tries: 1, minutes: 2 * 60 },
  'follow-trials': { queue: 'light', tries: 3, minutes: 2 * 60 },
}
