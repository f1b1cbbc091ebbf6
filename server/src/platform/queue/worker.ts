import type { Pool } from 'pg'
import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Listener } from '../db/listener.ts'
import { settlesWithin } from '../settles-within.ts'
import type { MeasureJob } from './job-durations.ts'
import { leaveJob, lockJob, requeueJob, requeueOrphans, unlockJob } from './job-locks.ts'
import { bundleConcurrency, checkConcurrency, type JobQueue, jobPolicies, lightConcurrency } from './job-policies.ts'
import { type JobHandlers, JobStopped, UnknownWork } from './job-types.ts'
import { heartbeatSeconds, jobChannel } from './queue.ts'
import { runJob } from './run-job.ts'
import { type TakenJob, takeJob } from './take-job.ts'

/** Interval between looks for due jobs and orphans, where no notification comes first. */
const pollMilliseconds = 2_000
/** Time for aborted jobs to end at a shutdown; the whole shutdown has 9.5 s. */
const patienceMilliseconds = 6_000
/** Delay of a job whose lock is still held, until it is offered again. */
const heldElsewhereSeconds = 5
const shutdown = new Error('The server is shutting down')

/** Dependencies of the workers of a process. */
export interface WorkerParts {
  boss: PgBoss
  pool: Pool
  session: Listener
  handlers: JobHandlers
  log: Logger
  measure?: MeasureJob
  /** By default `jobPolicies`; tests shorten them. */
  policies?: typeof jobPolicies
}

/** Runs the jobs of one queue, `atOnce` at a time, until the returned function is called. */
const workQueue = (parts: WorkerParts, queue: JobQueue, atOnce: number) => {
  const { boss, pool, session, handlers, log, measure, policies = jobPolicies } = parts
  const running = new Map<string, { abort: AbortController; ended: Promise<void> }>()
  let isStopping = false
  let isHinted = false
  let wake = (): void => undefined

  const hint = (): void => {
    isHinted = true
    wake()
  }

  const settle = async ({ id, data, retryCount, retryLimit }: TakenJob, abort: AbortController): Promise<void> => {
    const jobLog = log.child({ job: data.name, jobId: id, try: retryCount + 1 })
    const started = performance.now()
    try {
      const { minutes } = policies[data.name]
      await runJob(handlers, { id, job: data, isLastTry: retryCount >= retryLimit, minutes, abort, log: jobLog })
      // Finished jobs are not kept: the payload may be a mail with a link.
      await boss.deleteJob(queue, id)
      const ms = performance.now() - started
      measure?.(data.name, 'done', ms / 1000)
      jobLog.info({ ms: Math.round(ms) }, 'job done')
    } catch (error) {
      const { aborted, reason } = abort.signal
      if (reason === shutdown) await requeueJob(pool, id)
      else if (error instanceof UnknownWork && !aborted) await leaveJob(pool, id, heldElsewhereSeconds)
      // Otherwise the lock was lost: the job may be running elsewhere by now.
      else if (!aborted || reason instanceof JobStopped) {
        const err = aborted ? reason : error
        measure?.(data.name, 'failed', (performance.now() - started) / 1000)
        jobLog.warn({ err }, 'job failed')
        await boss.fail(queue, id, { message: err instanceof Error ? err.message : String(err) })
      }
    }
  }

  const run = async (job: TakenJob, abort: AbortController): Promise<void> => {
    const beat = setInterval(
      () => void boss.touch(queue, job.id).catch((err) => log.warn({ err }, 'no heartbeat')),
      (heartbeatSeconds * 1000) / 3,
    )
    try {
      // Of a newer server that shares the database: it runs there, without using up a try here.
      if (!(job.data.name in policies)) return await leaveJob(pool, job.id, heldElsewhereSeconds)
      if (!(await lockJob(session, job.id))) return await requeueJob(pool, job.id, heldElsewhereSeconds)
      await settle(job, abort)
      await unlockJob(session, job.id)
    } catch (err) {
      // The outcome is not in the database: the job will be found as an orphan.
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

  const take = async (): Promise<TakenJob | null> => {
    if (running.size >= atOnce) return null
    try {
      return await takeJob(pool, queue)
    } catch (err) {
      log.error({ err, queue }, 'no job can be taken')
      return null
    }
  }

  const loop = async (): Promise<void> => {
    while (!isStopping) {
      isHinted = false
      const job = await take()
      if (job && running.has(job.id)) {
        // Its heartbeats were late and it was put back while it still runs here: this session could lock it a second time.
        await requeueJob(pool, job.id, heldElsewhereSeconds)
      } else if (job) {
        const abort = new AbortController()
        running.set(job.id, { abort, ended: run(job, abort) })
      } else if (!isHinted && !isStopping) await idle()
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
 * @param cpuJobsAtOnce - of the queue `cpu`
 * @returns stop: aborts running jobs, returns them to the queue, and waits up to six seconds for them
 */
export const startWorkers = (parts: WorkerParts, cpuJobsAtOnce: number): (() => Promise<void>) => {
  const slots: Record<JobQueue, number> = {
    cpu: cpuJobsAtOnce,
    light: lightConcurrency,
    bundle: bundleConcurrency,
    check: checkConcurrency,
  }
  const queues = Object.keys(slots) as JobQueue[]
  const stops = queues.map((queue) => workQueue(parts, queue, slots[queue]))
  const sweep = (): Promise<unknown> =>
    requeueOrphans(parts.pool, queues).then(
      (ids) => ids.length > 0 && parts.log.warn({ jobIds: ids }, 'jobs of a process that died are taken over'),
      (err) => parts.log.error({ err }, 'orphaned jobs cannot be looked for'),
    )
  // Immediately: after a crash users wait for what was running.
  let sweeping = sweep()
  const sweeps = setInterval(() => {
    sweeping = sweep()
  }, pollMilliseconds)
  return async () => {
    clearInterval(sweeps)
    await settlesWithin(patienceMilliseconds, Promise.all([...stops.map((stop) => stop()), sweeping]))
  }
}
