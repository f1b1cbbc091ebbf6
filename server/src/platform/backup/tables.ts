import type pg from 'pg'
import { jobSchema } from '../queue/queue.ts'

/** The only table of the queue in a backup, and only with its open jobs: pg-boss manages the rest of its schema. */
export const jobTable = `${jobSchema}.job`
/** SQL condition: the job is waiting or running. */
export const openJobs = `state IN ('created', 'retry', 'active')`

/** Tables of what can be counted again: a restored database begins without kept totals (ADR 96). */
const countedTables = ['project_totals', 'owner_totals', 'total_changes']
/** A restored database is an installation of its own, with another data folder. */
const ownTables = [...countedTables, 'installation']

/** Tables of the schema `public` whose rows are kept, each after those that it references, then the jobs. @throws Error for circular references */
export const listTables = async (client: pg.Client): Promise<string[]> => {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL($1) ORDER BY 1`,
    [ownTables],
  )
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `SELECT c.relname AS from, r.relname AS to FROM pg_constraint k
     JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class r ON r.oid = k.confrelid
     WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace AND k.conrelid <> k.confrelid`,
  )
  const sorted: string[] = []
  const waiting = new Set(tables.map(({ name }) => name))
  while (waiting.size > 0) {
    const isReady = (name: string) => !references.some(({ from, to }) => from === name && waiting.has(to))
    const ready = [...waiting].filter(isReady)
    if (ready.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...waiting].join(', ')}`)
    for (const name of ready) waiting.delete(name)
    sorted.push(...ready)
  }
  return [...sorted.map((name) => `public.${name}`), jobTable]
}

/** Hash of the newest migration; `none` without any. Rows fit only into tables of the same migration. */
export const currentMigration = async (client: pg.Client): Promise<string> => {
  const { rows } = await client.query<{ hash: string }>(
    'SELECT hash FROM drizzle.__drizzle_migrations ORDER BY created_at DESC LIMIT 1',
  )
  return rows[0]?.hash ?? 'none'
}
