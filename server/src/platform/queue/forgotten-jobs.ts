import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AppContext } from '../context.ts'
import type { Executor } from '../db/database.ts'
import { jobPolicies } from './job-policies.ts'
import type { JobName, JobPayloads } from './job-types.ts'
import { jobSchema } from './queue.ts'

/** Condition of a query: no job of this name waits or runs for its row. @param key - column with the key under which that job is enqueued */
export const hasNoJob = (name: JobName, key: SQLWrapper): SQL =>
  sql`NOT EXISTS (
    SELECT FROM ${sql.raw(`${jobSchema}.job`)} queued
    WHERE queued.name = ${jobPolicies[name].queue} AND queued.state < 'completed'
      AND queued.singleton_key = ${`${name} `} || ${key}::text
  )`

/**
 * Part of the hourly clean-up: enqueues work again that is not done and that no job is left for. The queue gives a job up without its
 * handler when the host of its last try vanishes, and a handler that cannot reach the database records no failure: the work would
 * be shown as running for ever. How often work may be tried that ends its process is limited by `limitAttempts`, not here.
 *
 * @param find - the work, found by `hasNoJob`; what changes its state must enqueue its job in the same transaction
 */
export const enqueueForgotten = async <N extends JobName>(
  { db, queue, log }: Pick<AppContext, 'db' | 'queue' | 'log'>,
  name: N,
  find: (tx: Executor) => Promise<{ key: string; payload: JobPayloads[N] }[]>,
): Promise<void> => {
  const keys = await db.transaction(async (tx) => {
    // Another process that looked at the same time would enqueue it a second time, once the job of the first one runs.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`forgotten ${name}`}, 0))`)
    const forgotten = await find(tx)
    for (const { key, payload } of forgotten) await queue.enqueue(name, payload, { tx, singletonKey: key })
    return forgotten.map(({ key }) => key)
  })
  if (keys.length > 0) log.warn({ job: name, keys }, 'work that no job was left for is enqueued again')
}
