import type { JobName } from './job-types.ts'

/** `cpu`: heavy work, `WORKER_CONCURRENCY` at once. `light`: work that mostly waits for disks and networks. `bundle`: files of results and annotations. `check`: measurements of images that somebody waits for. */
export const jobQueues = ['cpu', 'light', 'bundle', 'check'] as const
export type JobQueue = (typeof jobQueues)[number]

/** Jobs per process at once: one that waits for a mail server does not hold up the next. */
export const lightConcurrency = 2
/** Jobs per process at once: a bundle is computed beside analyses, without taking their place. */
export const bundleConcurrency = 1

/** Jobs per process at once: a form waits for a check, which must not wait for analyses of hours. */
export const checkConcurrency = 1

/** How jobs of one name are run. */
export interface JobPolicy {
  /** Where the job waits. */
  queue: JobQueue
  /** Tries before the job counts as failed. */
  tries: number
  /** Wall-clock limit of one try. It ends jobs that hang and is above what valid work takes: an image of 20 GB may take 3 hours. */
  minutes: number
  /** Among the waiting jobs of an organisation those with a higher one go first; 0 unless given. */
  priority?: number
}

/** The policy of each job. Jobs that only depend on disks and networks have more tries, which back off up to ten minutes. */
export const jobPolicies: Record<JobName, JobPolicy> = {
  'send-mail': { queue: 'light', tries: 12, minutes: 5 },
  'mail-notification': { queue: 'light', tries: 12, minutes: 5 },
  'watch-limits': { queue: 'light', tries: 12, minutes: 5 },
  'notify-invited': { queue: 'light', tries: 12, minutes: 5 },
  // Last: an image that is drawn is shown before the next one is begun, and uploads need not wait for samples.
  'draw-sample': { queue: 'cpu', tries: 3, minutes: 60, priority: -1 },
  'analyse-sample': { queue: 'light', tries: 3, minutes: 5 },
  'process-image': { queue: 'cpu', tries: 3, minutes: 4 * 60 },
  'run-analysis': { queue: 'cpu', tries: 3, minutes: 8 * 60 },
  'measure-image': { queue: 'check', tries: 2, minutes: 60 },
  'make-bundle': { queue: 'bundle', tries: 3, minutes: 60 },
  'import-annotations': { queue: 'bundle', tries: 3, minutes: 4 * 60 },
  'export-annotations': { queue: 'bundle', tries: 3, minutes: 4 * 60 },
  'remove-blobs': { queue: 'light', tries: 12, minutes: 2 * 60 },
  'clean-up': { queue: 'light', tries: 1, minutes: 2 * 60 },
  'follow-trials': { queue: 'light', tries: 3, minutes: 2 * 60 },
  'watch-trial-releases': { queue: 'light', tries: 1, minutes: 5 },
  'keep-totals': { queue: 'light', tries: 1, minutes: 10 },
  'remove-release': { queue: 'light', tries: 12, minutes: 30 },
}
