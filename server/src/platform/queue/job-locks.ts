import type { Pool } from 'pg'
import type { Listener } from '../db/listener.ts'
import { jobChannel, jobSchema } from './queue.ts'

/*
 * Who runs a job holds an advisory lock named by it, on a session that dies with the process. So an active job whose lock
 * is free is an orphan: it is found within seconds after kill -9, long before its heartbeat is missed, and the same job is
 * never run by two at once.
 */
const lockOf = (id: string) => `hashtextextended(${id}, 0)`

/** @returns false when somebody else holds the job, or it is no longer active */
export const lockJob = async (session: Listener, id: string): Promise<boolean> => {
  const [row] = await session.query<{ held: boolean }>(`SELECT pg_try_advisory_lock(${lockOf('$1')}) AS held`, [id])
  if (!row?.held) return false
  const active = await session.query(`SELECT 1 FROM ${jobSchema}.job WHERE id = $1 AND state = 'active'`, [id])
  if (active.length > 0) return true
  await unlockJob(session, id)
  return false
}

export const unlockJob = async (session: Listener, id: string): Promise<void> => {
  await session.query(`SELECT pg_advisory_unlock(${lockOf('$1')})`, [id])
}

/** Puts back a job that did nothing wrong: the try is not counted. */
export const requeueJob = async (pool: Pool, id: string, delaySeconds = 0): Promise<void> => {
  await pool.query(
    `UPDATE ${jobSchema}.job
     SET state = 'retry', started_on = NULL, heartbeat_on = NULL, start_after = now() + $2 * interval '1 second'
     WHERE id = $1 AND state = 'active'`,
    [id, delaySeconds],
  )
}

/**
 * Puts back what dead processes were running; each counts as a try. One that keeps killing its process waits a little, so
 * that the server can be used in between. Jobs younger than a second may be about to be locked: a server that starts after
 * a crash takes longer. Workers hear of it.
 *
 * @returns ids of the jobs put back
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
