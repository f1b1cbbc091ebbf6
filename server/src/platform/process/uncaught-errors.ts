import type { Logger } from 'pino'
import { hasCode } from '../error-code.ts'
import { runningJob } from '../queue/running-job.ts'

/** Node.js or its memory is broken: nothing that runs afterwards can be relied on. */
const isFatal = (error: unknown): boolean => hasCode(error, 'ERR_INTERNAL_ASSERTION', 'ERR_MEMORY_ALLOCATION_FAILED')

/**
 * Handles errors that no other code has handled, for the life of the process.
 *
 * An error that belongs to a job fails the job and is logged with it; the server goes on. That is safe, because a job shares
 * nothing in memory with other code. It works in a folder of its own, in child processes and in transactions, and its next try
 * must be able to repair whatever it leaves half done anyway, as after kill -9.
 *
 * Any other error may have interrupted a change of shared state (locks of uploads, caches, open streams), which can be neither
 * detected nor repaired from here. The process shuts down in order, so that its running jobs return to the queue and its requests
 * are answered, and is started again by its supervisor.
 *
 * @param end - starts the orderly shutdown; called at most once
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
