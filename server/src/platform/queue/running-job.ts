import { AsyncLocalStorage } from 'node:async_hooks'
import type { JobName } from './job-types.ts'

/** The job for which code is running. */
export interface RunningJob {
  name: JobName
  id: string
  /** Fails the try because of an unhandled error of one of its callbacks. */
  stop(error: unknown): void
}

const current = new AsyncLocalStorage<RunningJob>()

/** Runs code of a job: timers, streams and promises that it starts belong to the job, also in handlers of uncaught errors. */
export const runAsJob = <T>(job: RunningJob, run: () => T): T => current.run(job, run)

/** The job of the current asynchronous context; undefined outside of jobs. */
export const runningJob = (): RunningJob | undefined => current.getStore()
