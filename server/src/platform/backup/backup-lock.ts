import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Database } from '../db/database.ts'

/** Key of the advisory lock: any number other than that of the migrations. */
const key = 0x1a3e11b

/** Waits for removals under way, then blocks further ones until the connection ends. */
export const holdRemovals = (client: pg.Client): Promise<unknown> => client.query('SELECT pg_advisory_lock($1)', [key])

/**
 * Runs a removal of blobs unless a backup is under way, whose older rows still refer to them.
 * @throws Error while a backup runs; the caller tries again later
 */
export const removeUnlessBackup = (db: Database, remove: () => Promise<void>): Promise<void> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ free: boolean }>(sql`SELECT pg_try_advisory_xact_lock_shared(${key}) AS free`)
    if (!rows[0]?.free) throw new Error('A backup is being made: blobs are removed afterwards')
    await remove()
  })
