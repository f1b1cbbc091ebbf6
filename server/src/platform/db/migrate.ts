import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import * as z from 'zod/mini'

/** Key of the advisory lock, the same in all processes. */
const lockKey = 0x1a3e11a
const oldestVersion = 15
/**
 * Milliseconds that a migration waits for a table, since the queries of running servers wait behind it meanwhile, and the number of
 * tries: a backup holds all tables as long as it runs.
 */
const tablePatience = 2_000
const mostTries = 40

export const ownMigrations = join(import.meta.dirname, 'migrations')

const journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })

/** The migrations of a folder, oldest first; `when` identifies one in the database. */
const readJournal = (folder: string): z.infer<typeof journal>['entries'] =>
  journal.parse(JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8'))).entries

const checkVersion = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ version: string }>("SELECT current_setting('server_version') AS version")
  const version = rows[0]?.version ?? ''
  if (Number.parseInt(version, 10) < oldestVersion) {
    throw new Error(`The database is PostgreSQL ${version}: Lamella needs ${oldestVersion} or newer.`)
  }
}

/** drizzle's table keeps no names: the comment of the table is the name of the newest migration. */
const nameNewest = async (client: pg.Client, tag: string): Promise<void> => {
  await client.query(`COMMENT ON TABLE drizzle.__drizzle_migrations IS ${client.escapeLiteral(tag)}`)
}

/** @throws Error in words when the database has migrations of a newer release */
const refuseNewer = async (client: pg.Client, known: ReturnType<typeof readJournal>): Promise<void> => {
  const table = await client.query<{ newest: string | null }>(
    `SELECT obj_description(oid, 'pg_class') AS newest FROM pg_class WHERE oid = to_regclass('drizzle.__drizzle_migrations')`,
  )
  if (table.rowCount === 0) return
  const applied = await client.query<{ when: string }>(
    'SELECT created_at AS when FROM drizzle.__drizzle_migrations ORDER BY created_at',
  )
  const unknown = applied.rows.map(({ when }) => Number(when)).filter((at) => known.every(({ when }) => when !== at))
  const last = unknown.at(-1)
  if (last === undefined) return
  const newest = table.rows[0]?.newest
  const name = newest && known.every(({ tag }) => tag !== newest) ? newest : `of ${new Date(last).toISOString()}`
  throw new Error(
    `The database was migrated by a newer release of Lamella: this one does not know the migration ${name} ` +
      `(its own newest is ${known.at(-1)?.tag}). Start the newer release, or restore the backup that was made before it ` +
      '(docs/running.md, "A new release").',
  )
}

/** 55P03: a table was not free in time. */
const isBusy = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (('code' in error && error.code === '55P03') || ('cause' in error && isBusy(error.cause)))

/** Applies what is missing, all or nothing, in pauses between which running servers are answered. @throws Error in words after many tries */
const apply = async (client: pg.Client, folder: string): Promise<void> => {
  // Only now: the lock of the migrations is waited for without limit.
  await client.query(`SET lock_timeout = ${tablePatience}`)
  for (let tried = 1; ; tried += 1) {
    try {
      return await migrate(drizzle(client), { migrationsFolder: folder })
    } catch (error) {
      if (!isBusy(error)) throw error
      if (tried === mostTries) {
        throw new Error(
          'The tables cannot be migrated because a long transaction uses them, such as a backup. Start again when it has ended.',
          { cause: error },
        )
      }
      await delay(tablePatience / 2)
    }
  }
}

/**
 * Migrates the database to the newest schema of this release, while servers of the release before it may run. Processes that start
 * together wait for the first of them.
 * @param folder - of the migrations; tests have others
 * @throws Error in words when the database is too old, has migrations of a newer release, or its tables are in use for long
 */
export const migrateDatabase = async (url: string, folder = ownMigrations): Promise<void> => {
  const known = readJournal(folder)
  const client = new pg.Client({ connectionString: url, application_name: 'lamella migrations' })
  await client.connect()
  try {
    await checkVersion(client)
    // The lock ends with the connection in any case.
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    await refuseNewer(client, known)
    await apply(client, folder)
    const newest = known.at(-1)
    if (newest) await nameNewest(client, newest.tag)
  } finally {
    await client.end()
  }
}
