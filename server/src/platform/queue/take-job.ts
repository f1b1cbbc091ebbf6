import type { Pool } from 'pg'
import type { JobQueue } from './job-policies.ts'
import { jobSchema, type StoredJob } from './queue.ts'

/** A job that this process has made active. */
export interface TakenJob {
  id: string
  data: StoredJob
  retryCount: number
  retryLimit: number
}

/*
 * pg-boss takes the oldest job of all, so that one organisation with many jobs would occupy every worker. This statement takes a job of
 * the organisation with the fewest running jobs, of the highest priority and the oldest of these; among equal organisations, of the one
 * whose last turn is longest ago (ADR 46). The server's own jobs have no organisation and do not wait for turns. The statement sets the
 * same columns as pg-boss 12 (`fetchNextJob` in its plans.js), so that its heartbeats, retries and time limits keep working.
 */
const takeNext = `
  WITH running AS (
    SELECT group_id, count(*) AS jobs FROM ${jobSchema}.job WHERE name = $1 AND state = 'active' GROUP BY 1
  ), oldest AS (
    SELECT DISTINCT ON (group_id) id FROM ${jobSchema}.job
    WHERE name = $1 AND state < 'active' AND NOT blocked AND start_after <= now()
    ORDER BY group_id, priority DESC, created_on
  ), next AS (
    SELECT j.id, j.group_id FROM ${jobSchema}.job j
    JOIN oldest ON oldest.id = j.id
    LEFT JOIN running ON running.group_id IS NOT DISTINCT FROM j.group_id
    LEFT JOIN job_turns t ON t.queue = $1 AND t.organisation = j.group_id
    WHERE j.name = $1 AND j.state < 'active'
    ORDER BY coalesce(running.jobs, 0), j.group_id IS NOT NULL, t.taken NULLS FIRST, j.created_on
    LIMIT 1
    FOR UPDATE OF j SKIP LOCKED
  ), turn AS (
    INSERT INTO job_turns (queue, organisation, taken)
    SELECT $1, group_id, clock_timestamp() FROM next WHERE group_id IS NOT NULL
    ON CONFLICT (queue, organisation) DO UPDATE SET taken = excluded.taken
  )
  UPDATE ${jobSchema}.job j
  SET state = 'active', started_on = now(), heartbeat_on = now(),
      retry_count = CASE WHEN started_on IS NOT NULL THEN retry_count + 1 ELSE retry_count END
  FROM next WHERE j.name = $1 AND j.id = next.id
  RETURNING j.id, j.data, j.retry_count AS "retryCount", j.retry_limit AS "retryLimit"`

/**
 * Takes the next due job of a queue. Processes do so one at a time, so that each sees what the others run.
 * @returns null when none is due
 */
export const takeJob = async (pool: Pool, queue: JobQueue): Promise<TakenJob | null> => {
  const client = await pool.connect()
  let failure: unknown
  try {
    await client.query('BEGIN')
    // A statement of its own: the counting statement must begin after the lock is held to see what others committed.
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`turns of ${queue}`])
    const { rows } = await client.query<TakenJob>(takeNext, [queue])
    await client.query('COMMIT')
    return rows[0] ?? null
  } catch (error) {
    failure = error
    throw error
  } finally {
    // A connection with a failed transaction is discarded.
    client.release(failure !== undefined)
  }
}
