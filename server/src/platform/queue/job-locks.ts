import type { Pool } from 'pg'
import type { Listener } from '../db/listener.ts'
import { jobChannel, jobSchema } from './queue.ts'

/*
 * The worker that runs a job holds an advisory lock named by the job, on a session that ends with the process (ADR 31). So an
 * active job whose lock is free is an orphan: it is found within seconds after kill -9, long before its heartbeat is missed, and
 * two workers never run the same job at once.
 */
const lockOf = (id: string) => `hashtextextended(${id}, 0)`

/** Locks a job for this session. @returns false when another session holds it, or the job is no longer active */
export const lockJob = async (session: Listener, id: string): Promise<boolean> => {
  const [row] = await session.query<{ held: boolean }>(`SELECT pg_try_advisory_lock(${lockOf('$1')}) AS held`, [id])
  if (!row?.held) return false
  const active = await session.query(`SELECT 1 FROM ${jobSchema}.job WHERE id = $1 AND state = 'active'`, [id])
  if (active.length > 0) return true
  await unlockJob(session, id)
  return false
}

/** Releases the lock that `lockJob` took on the same session. */
export const unlockJob = async (session: Listener, id: string): Promise<void> => {
  await session.query(`SELECT pg_advisory_unlock(${lockOf('$1')})`, [id])
}

/** Returns an active job to its queue without counting the try, for interruptions that the job has not caused. */
export const requeueJob = async (pool: Pool, id: string, delaySeconds = 0): Promise<void> => {
  await pool.query(
    `UPDATE ${jobSchema}.job
     SET state = 'retry', started_on = NULL, heartbeat_on = NULL, start_after = now() + $2 * interval '1 second'
     WHERE id = $1 AND state = 'active'`,
    [id, delaySeconds],
  )
}

/**
 * Leaves an active job to a server of another release, which knows it, without counting the try. Where one of its key waits already, that one is
 * enough: as long as no such server runs, a schedule would fill the queue.
 */
export const leaveJob = async (pool: Pool, id: string, delaySeconds: number): Promise<void> => {
  const { rowCount } = await pool.query(
    `DELETE FROM ${jobSchema}.job job WHERE id = $1 AND state = 'active' AND EXISTS (
       SELECT FROM ${jobSchema}.job other
       WHERE other.name = job.name AND other.singleton_key = job.singleton_key AND other.state < 'active' AND other.id <> job.id
     )`,
    [id],
  )
  if (rowCount === 0) await requeueJob(pool, id, delaySeconds)
}

/**
 * Returns the jobs of dead processes to their queues and notifies the workers; each counts as a try. After its fourth try
 * a job waits ten seconds, so that one that keeps killing its process leaves the server usable in between. Jobs that became active
 * within the last second are left out: they may be about to be locked.
 *
 * @returns ids of these jobs
 */
export const requeueOrphans = async (pool: Pool, queues: readonly string[]): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string }>(
    `WITH active AS MATERIALIZED (
       SELECT id FROM ${jobSchema}.job
       WHERE name = ANY($1) AND state = 'active' AND started_on < now() - interval '1 second'
     ), orphans AS MATERIALIZED (
       SELECT id FROM active WHERE pg_try_advisory_xact_lock(${lockOf('id::text')})
     ), back AS (
       UPDATE ${jobSchema}.job j
       SET state = 'retry', heartbeat_on = NULL,
           start_after = now() + CASE WHEN retry_count < 3 THEN interval '0' ELSE interval '10 seconds' END
       FROM orphans WHERE j.id = orphans.id AND j.name = ANY($1) AND j.state = 'active'
       RETURNING j.id, j.name
     )
     SELECT id, pg_notify($2, name) FROM back`,
    [queues, jobChannel],
  )
  return rows.map(({ id }) => id)
}
