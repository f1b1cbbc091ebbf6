import type { Logger } from 'pino'
import { type JobContext, type JobHandlers, type JobName, JobStopped, JobTimedOut } from './job-types.ts'
import type { StoredJob } from './queue.ts'
import { runAsJob } from './running-job.ts'

/** Time for an aborted handler to end. After it the try has failed, and the worker takes another job. */
const graceMilliseconds = 30_000
const minute = 60_000

/** One try of a job. */
export interface JobRun {
  id: string
  job: StoredJob
  isLastTry: boolean
  /** Wall-clock limit of the try. */
  minutes: number
  abort: AbortController
  log: Logger
}

const handle = <N extends JobName>(handlers: JobHandlers, job: StoredJob<N>, context: JobContext): Promise<void> =>
  handlers[job.name](job.payload, context)

/**
 * Runs the handler of a job within its time limit. The limit, and unhandled errors of its timers and streams, abort it.
 * @throws JobStopped for these two (JobTimedOut for the limit), else what the handler throws
 */
export const runJob = async (
  handlers: JobHandlers,
  { id, job, isLastTry, minutes, abort, log }: JobRun,
): Promise<void> => {
  const stopped = Promise.withResolvers<never>()
  let grace: NodeJS.Timeout | undefined
  const stop = (reason: JobStopped): void => {
    if (abort.signal.aborted) return
    abort.abort(reason)
    grace = setTimeout(() => {
      log.error({ err: reason }, 'the job does not end though it was stopped: it is left alone')
      stopped.reject(reason)
    }, graceMilliseconds)
  }
  const limit = setTimeout(() => stop(new JobTimedOut(minutes)), minutes * minute)
  const running = {
    name: job.name,
    id,
    stop: (cause: unknown) => stop(new JobStopped('An error escaped from the job', { cause })),
  }
  try {
    const handled = runAsJob(running, () => handle(handlers, job, { signal: abort.signal, isLastTry }))
    await Promise.race([handled, stopped.promise])
  } finally {
    clearTimeout(limit)
    clearTimeout(grace)
  }
}
