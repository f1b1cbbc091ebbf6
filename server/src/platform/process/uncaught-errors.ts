import type { Logger } from 'pino'
import { hasCode } from '../error-code.ts'
import { runningJob } from '../queue/running-job.ts'

/** Node.js or its memory is broken: nothing that runs afterwards can be relied on. */
const isFatal = (error: unknown): boolean => hasCode(error, 'ERR_INTERNAL_ASSERTION', 'ERR_MEMORY_ALLOCATION_FAILED')

/**
 * What happens to an error that no code handled.
 *
 * One that comes from a job fails the job and is logged with it; the server goes on. That is safe: a job keeps nothing in
 * memory that others use. It works in a folder of its own, in child processes and in transactions, and all that it leaves half
 * done must be repaired by its next try anyway, as after kill -9. Its next try is what follows.
 *
 * Any other may have unwound code in the middle of a change to what all requests share (locks of uploads, caches, open
 * streams), which can be neither seen nor repaired from here. The process ends in order, so that its running jobs are given
 * back and its requests answered, and whatever supervises it starts it again.
 *
 * @param end - of the process, in order. Called at most once
 */
export const handleUncaughtErrors = (log: Logger, end: (reason: string) => void): void => {
  let isEnding = false
  const handle = (origin: 'uncaughtException' | 'unhandledRejection') => (err: unknown) => {
    const job = isFatal(err) ? undefined : runningJob()
    if (job) {
      log.error({ err, origin, job: job.name, jobId: job.id }, 'an error escaped from a job')
      job.stop(err)
      return
    }
    log.fatal({ err, origin }, 'an error was not handled')
    if (isEnding) return
    isEnding = true
    end(origin)
  }
  process.on('uncaughtException', handle('uncaughtException'))
  process.on('unhandledRejection', handle('unhandledRejection'))
}
