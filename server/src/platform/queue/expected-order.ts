import { sql } from 'drizzle-orm'
import type { Executor } from '../db/database.ts'
import type { JobQueue } from './job-policies.ts'
import type { StoredJob } from './queue.ts'
import { jobSchema } from './queue.ts'

/** A job that waits or runs. */
export interface QueuedJob {
  data: StoredJob
  /** Null: the server's own. */
  organisation: string | null
  /** Seconds since it was begun; null: it waits. */
  running: number | null
  /** How many of its organisation go before it, counted from 1; 0: it runs. */
  turn: number
  /** Seconds since 1970. */
  created: number
}

/** The work of a queue at one moment. */
export interface QueueState {
  waiting: readonly QueuedJob[]
  running: readonly QueuedJob[]
  /** Organisations by their last turn, the one that waits longest first; those that never had one are not in it. */
  turns: readonly string[]
}

/** Waiting jobs that are looked at, the next ones of each organisation: the place of those behind is not told. */
const mostWaiting = 500

/** Reads what waits and runs in a queue. Jobs that are put off until later are left out. */
export const readQueueState = async (db: Executor, queue: JobQueue): Promise<QueueState> => {
  const table = sql.raw(`${jobSchema}.job`)
  const { rows } = await db.execute<{ [Name in keyof QueuedJob]: QueuedJob[Name] }>(sql`
    (SELECT data, group_id AS organisation, NULL::float8 AS running,
            (row_number() OVER (PARTITION BY group_id ORDER BY priority DESC, created_on))::int AS turn,
            extract(epoch FROM created_on)::float8 AS created
     FROM ${table} WHERE name = ${queue} AND state < 'active' AND NOT blocked AND start_after <= now()
     ORDER BY turn, created LIMIT ${mostWaiting})
    UNION ALL
    SELECT data, group_id, extract(epoch FROM now() - started_on)::float8, 0, extract(epoch FROM created_on)::float8
    FROM ${table} WHERE name = ${queue} AND state = 'active'`)
  const turns = await db.execute<{ organisation: string }>(
    sql`SELECT organisation::text FROM job_turns WHERE queue = ${queue} ORDER BY taken`,
  )
  return {
    waiting: rows.filter(({ running }) => running === null).sort((a, b) => a.turn - b.turn),
    running: rows.filter(({ running }) => running !== null),
    turns: turns.rows.map(({ organisation }) => organisation),
  }
}

/**
 * The waiting jobs in the order in which workers will probably take them (ADR 46): as if each running job ended in the order in
 * which they began, and nothing new came. One worker is assumed where none is at work.
 */
export const expectedOrder = ({ waiting, running, turns }: QueueState): QueuedJob[] => {
  const queues = new Map<string | null, QueuedJob[]>()
  for (const job of waiting) queues.set(job.organisation, [...(queues.get(job.organisation) ?? []), job])
  const lastTurn = new Map<string | null, number>(turns.map((organisation, at) => [organisation, at]))
  const active = [...running]
    .sort((a, b) => (b.running ?? 0) - (a.running ?? 0))
    .map(({ organisation }) => organisation)
  const workers = Math.max(1, active.length)
  const order: QueuedJob[] = []
  /** As `takeJob` sorts: fewest running, the server's own, longest without a turn, oldest. */
  const rankOf = (organisation: string | null): number[] => [
    active.filter((one) => one === organisation).length,
    organisation === null ? 0 : 1,
    lastTurn.get(organisation) ?? -1,
    queues.get(organisation)?.[0]?.created ?? 0,
  ]
  for (let turn = turns.length; queues.size > 0; turn++) {
    if (active.length >= workers) active.shift()
    const [next] = [...queues.keys()]
      .map((organisation) => ({ organisation, rank: rankOf(organisation) }))
      .sort((a, b) => a.rank.map((value, at) => value - (b.rank[at] ?? 0)).find((difference) => difference !== 0) ?? 0)
    if (!next) break
    const { organisation } = next
    const [job, ...rest] = queues.get(organisation) ?? []
    if (job) order.push(job)
    if (rest.length > 0) queues.set(organisation, rest)
    else queues.delete(organisation)
    if (organisation !== null) lastTurn.set(organisation, turn)
    active.push(organisation)
  }
  return order
}
