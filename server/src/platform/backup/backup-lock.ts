import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Database } from '../db/database.ts'

/** Any number, as long as it differs from that of the migrations. */
const key = 0x1a3e11b

/** Waits for removals under way, then keeps others off until the connection ends. */
export const holdRemovals = (client: pg.Client): Promise<unknown> => client.query('SELECT pg_advisory_lock($1)', [key])

/**
 * Removes blobs whose rows are gone. Not while a backup runs: its rows are older, and still name those blobs.
 * @throws Error while one runs; try later
 */
export const removeUnlessBackup = (db: Database, remove: () => Promise<void>): Promise<void> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ free: boolean }>(sql`SELECT pg_try_advisory_xact_lock_shared(${key}) AS free`)
    if (!rows[0]?.free) throw new Error('A backup is being made: blobs are removed afterwards')
    await remove()
  })
