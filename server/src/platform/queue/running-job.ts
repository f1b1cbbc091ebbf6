import { AsyncLocalStorage } from 'node:async_hooks'
import type { JobName } from './job-types.ts'

/** The job on whose behalf code runs. */
export interface RunningJob {
  name: JobName
  id: string
  /** Ends the try as failed, because an error escaped from a callback of it. */
  stop(error: unknown): void
}

const current = new AsyncLocalStorage<RunningJob>()

/** All that `run` starts (timers, streams, promises) belongs to the job, also in the handlers of uncaught errors. */
export const runAsJob = <T>(job: RunningJob, run: () => T): T => current.run(job, run)

/** Undefined outside of jobs. */
export const runningJob = (): RunningJob | undefined => current.getStore()
