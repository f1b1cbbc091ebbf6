import type { Pool } from 'pg'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Listener } from '../db/listener.ts'
import { within } from '../within.ts'
import { lockJob, requeueJob, requeueOrphans, unlockJob } from './job-locks.ts'
import { bundlesAtOnce, type JobQueue, lightJobsAtOnce } from './job-policies.ts'
import type { JobContext, JobHandlers, JobName, JobPayloads } from './job-types.ts'
import { heartbeatSeconds, jobChannel, type StoredJob } from './queue.ts'

const pollMilliseconds = 2_000
const patienceMilliseconds = 6_000
const heldElsewhereSeconds = 5
const shutdown = new Error('The server is shutting down')

export interface WorkerParts {
  boss: PgBoss
  pool: Pool
  session: Listener
  handlers: JobHandlers
  log: Logger
}

const handle = <N extends JobName>(handlers: JobHandlers, name: N, payload: JobPayloads[N], context: JobContext) =>
  handlers[name](payload, context)

/** Runs the jobs of one queue, `atOnce` at a time, until it is stopped. */
const workQueue = ({ boss, pool, session, handlers, log }: WorkerParts, queue: JobQueue, atOnce: number) => {
  const running = new Map<string, { abort: AbortController; ended: Promise<void> }>()
  let isStopping = false
  let isHinted = false
  let wake = (): void => undefined

  const hint = (): void => {
    isHinted = true
    wake()
  }

  const settle = async (job: JobWithMetadata<StoredJob>, abort: AbortController): Promise<void> => {
    const { name, payload } = job.data
    const jobLog = log.child({ job: name, jobId: job.id, try: job.retryCount + 1 })
    const started = performance.now()
    try {
      await handle(handlers, name, payload, { signal: abort.signal, isLastTry: job.retryCount >= job.retryLimit })
      // Its payload may be a mail with a link: what is done is not kept.
      await boss.deleteJob(queue, job.id)
      jobLog.info({ ms: Math.round(performance.now() - started) }, 'job done')
    } catch (error) {
      if (abort.signal.reason === shutdown) await requeueJob(pool, job.id)
      // Aborted for another reason: the lock is gone, the job may be running elsewhere by now.
      else if (!abort.signal.aborted) {
        jobLog.warn({ err: error }, 'job failed')
        await boss.fail(queue, job.id, { message: error instanceof Error ? error.message : String(error) })
      }
    }
  }

  const run = async (job: JobWithMetadata<StoredJob>, abort: AbortController): Promise<void> => {
    const beat = setInterval(
      () => void boss.touch(queue, job.id).catch((err) => log.warn({ err }, 'no heartbeat')),
      (heartbeatSeconds * 1000) / 3,
    )
    try {
      if (!(await lockJob(session, job.id))) return await requeueJob(pool, job.id, heldElsewhereSeconds)
      await settle(job, abort)
      await unlockJob(session, job.id)
    } catch (err) {
      // The database did not hear of the outcome: the job is found again as an orphan.
      log.error({ err, jobId: job.id }, 'job not settled')
    } finally {
      clearInterval(beat)
      running.delete(job.id)
      hint()
    }
  }

  const idle = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMilliseconds)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const fetchSome = async (): Promise<JobWithMetadata<StoredJob>[]> => {
    const free = atOnce - running.size
    if (free <= 0) return []
    try {
      return await boss.fetch<StoredJob>(queue, { batchSize: free, includeMetadata: true })
    } catch (err) {
      log.error({ err, queue }, 'no jobs can be fetched')
      return []
    }
  }

  const loop = async (): Promise<void> => {
    while (!isStopping) {
      isHinted = false
      for (const job of await fetchSome()) {
        // Its heartbeats were late and it came back while we still run it: the session's lock would let us in twice.
        if (running.has(job.id)) {
          await requeueJob(pool, job.id, heldElsewhereSeconds)
          continue
        }
        const abort = new AbortController()
        running.set(job.id, { abort, ended: Promise.resolve() })
        running.set(job.id, { abort, ended: run(job, abort) })
        if (isStopping) abort.abort(shutdown)
      }
      if (!isHinted && !isStopping) await idle()
    }
  }

  const unlisten = session.listen(jobChannel, (heard) => heard === queue && hint())
  const forget = session.onLost(() => {
    for (const { abort } of running.values()) abort.abort(new Error('The connection that holds the job was lost'))
  })
  const looping = loop()

  return async (): Promise<void> => {
    isStopping = true
    unlisten()
    forget()
    wake()
    await looping
    for (const { abort } of running.values()) abort.abort(shutdown)
    await Promise.all([...running.values()].map(({ ended }) => ended))
  }
}

/**
 * Runs the jobs of all queues in this process.
 * @returns stop: aborts what runs, gives it back, and waits a few seconds for it
 */
export const startWorkers = (parts: WorkerParts, cpuJobsAtOnce: number): (() => Promise<void>) => {
  const slots: Record<JobQueue, number> = { cpu: cpuJobsAtOnce, light: lightJobsAtOnce, bundle: bundlesAtOnce }
  const queues = Object.keys(slots) as JobQueue[]
  const stops = queues.map((queue) => workQueue(parts, queue, slots[queue]))
  const sweep = (): Promise<unknown> =>
    requeueOrphans(parts.pool, queues).then(
      (ids) => ids.length > 0 && parts.log.warn({ jobIds: ids }, 'jobs of a process that died are taken over'),
      (err) => parts.log.error({ err }, 'orphaned jobs cannot be looked for'),
    )
  // At once: after a crash people wait for what was running.
  let sweeping = sweep()
  const sweeps = setInterval(() => {
    sweeping = sweep()
  }, pollMilliseconds)
  return async () => {
    clearInterval(sweeps)
    await within(patienceMilliseconds, Promise.all([...stops.map((stop) => stop()), sweeping]))
  }
}
