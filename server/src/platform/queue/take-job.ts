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
 * pg-boss takes the oldest job, whoever it belongs to: one organisation with many would hold every worker. Here the next job
 * is the oldest of the organisation that has the fewest running and, among those, has waited longest for a turn. The
 * server's own jobs have no organisation and are never behind a turn. What is set is what pg-boss 12 itself sets
 * (`fetchNextJob` in its plans.js), so that its heartbeats, retries and time limits go on working.
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
 * Takes the next due job of a queue. Processes take one after the other, so that each sees what the others run.
 * @returns null when none is due
 */
export const takeJob = async (pool: Pool, queue: JobQueue): Promise<TakenJob | null> => {
  const client = await pool.connect()
  let failure: unknown
  try {
    await client.query('BEGIN')
    // Before the statement that counts: a statement sees what was committed when it began.
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`turns of ${queue}`])
    const { rows } = await client.query<TakenJob>(takeNext, [queue])
    await client.query('COMMIT')
    return rows[0] ?? null
  } catch (error) {
    failure = error
    throw error
  } finally {
    // A connection in a failed transaction is thrown away.
    client.release(failure !== undefined)
  }
}
