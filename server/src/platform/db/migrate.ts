import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

/** Key of the advisory lock, the same in all processes. */
const lockKey = 0x1a3e11a
const oldestVersion = 15

/**
 * Migrates the database to the newest schema. Processes that start together wait for the first of them.
 * @throws Error in words when the database is too old
 */
export const migrateDatabase = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, application_name: 'lamella migrations' })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: string }>("SELECT current_setting('server_version') AS version")
    const version = rows[0]?.version ?? ''
    if (Number.parseInt(version, 10) < oldestVersion) {
      throw new Error(`The database is PostgreSQL ${version}: Lamella needs ${oldestVersion} or newer.`)
    }
    // The lock ends with the connection in any case.
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    await migrate(drizzle(client), { migrationsFolder: join(import.meta.dirname, 'migrations') })
  } finally {
    await client.end()
  }
}
