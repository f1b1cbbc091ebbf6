import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Queue } from '../context.ts'
import type { Connection } from '../db/database.ts'
import { jobPolicies, jobQueues } from './job-policies.ts'
import type { JobName, JobPayloads } from './job-types.ts'

/** A job as pg-boss stores it. */
export interface StoredJob<N extends JobName = JobName> {
  name: N
  payload: JobPayloads[N]
}

/** The queue of one process. */
export interface JobStore {
  boss: PgBoss
  queue: Queue
  /** Enqueues a job without payload at fixed times. @param cron - in UTC */
  schedule(name: JobName, cron: string): Promise<void>
  stop(): Promise<void>
}

/** Schema of pg-boss in the database. */
export const jobSchema = 'jobs'
/** Channel on which a committed job is announced; the payload is its queue. */
export const jobChannel = 'lamella_jobs'

/** The minimum of pg-boss. For hosts that vanish; jobs of dead processes are found sooner (job-locks.ts). */
export const heartbeatSeconds = 10
const day = 24 * 3600

/**
 * Opens the durable queue (pg-boss) on the pool of the database and creates its tables.
 *
 * @param options.works - this process also runs jobs: it checks heartbeats and enqueues scheduled jobs
 */
export const openJobStore = async (
  { db, pool }: Connection,
  log: Logger,
  { works }: { works: boolean },
): Promise<JobStore> => {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: jobSchema,
    supervise: works,
    schedule: works,
    superviseIntervalSeconds: heartbeatSeconds,
    monitorIntervalSeconds: heartbeatSeconds,
  })
  boss.on('error', (err) => log.error({ err }, 'queue'))
  boss.on('warning', (warning) => log.warn({ warning }, 'queue'))
  await boss.start()
  for (const name of jobQueues) {
    const options = {
      heartbeatSeconds,
      // The largest value of pg-boss: long work reports by its heartbeat that it is alive.
      expireInSeconds: day - 60,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 600,
      retentionSeconds: 30 * day,
      deleteAfterSeconds: 7 * day,
    }
    // `short`: one waiting job per key.
    await boss.createQueue(name, { ...options, policy: 'short' })
    await boss.updateQueue(name, options)
    // pg-boss reads a queue when it is first asked for, on a connection of its own: asked for within transactions that have taken all
    // connections, it would wait for ever.
    await boss.getJobById(name, randomUUID())
  }

  const queue: Queue = {
    async enqueue(name, payload, { tx = db, singletonKey, delay } = {}) {
      const { queue, tries, priority = 0 } = jobPolicies[name]
      const job: StoredJob = { name, payload }
      await boss.send(queue, job, {
        db: fromDrizzle(tx, sql),
        retryLimit: tries - 1,
        priority,
        ...(delay !== undefined && { startAfter: delay }),
        singletonKey: singletonKey === undefined ? randomUUID() : `${name} ${singletonKey}`,
        ...('organisationId' in payload && { group: { id: payload.organisationId } }),
      })
      await tx.execute(sql`SELECT pg_notify(${jobChannel}, ${queue})`)
    },
    async count() {
      const { rows } = await pool.query<{ name: string; state: string; count: number }>(
        `SELECT data->>'name' AS name, state::text, count(*)::int AS count FROM ${jobSchema}.job
         WHERE name = ANY($1) AND state <> 'completed' GROUP BY 1, 2`,
        [jobQueues],
      )
      return rows
    },
  }
  return {
    boss,
    queue,
    async schedule(name, cron) {
      const job: StoredJob = { name, payload: {} }
      await boss.schedule(jobPolicies[name].queue, cron, job, { key: name, singletonKey: name })
    },
    stop: () => boss.stop({ graceful: false, close: false }),
  }
}
