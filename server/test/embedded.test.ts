import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { connect } from '../src/platform/db/database.ts'
import { findEmbedded, startEmbedded } from '../src/platform/db/embedded.ts'
import { migrateDatabase } from '../src/platform/db/migrate.ts'
import { openJobStore } from '../src/platform/queue/queue.ts'
import { createFolder } from './cluster.ts'

const fast = { fsync: 'off' }

describe('Embedded database', () => {
  it('listens on loopback where the path is too long for a socket', async () => {
    const dataDir = join(createFolder('data'), 'x'.repeat(100))
    mkdirSync(dataDir, { mode: 0o711 })
    const database = await startEmbedded(dataDir, fast)
    expect(database).toMatchObject({
      isNew: true,
      adopted: false,
      url: expect.stringMatching(/@127\.0\.0\.1:\d+\/lamella$/),
    })
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    expect((await client.query('SHOW listen_addresses')).rows).toEqual([{ listen_addresses: '127.0.0.1' }])
    await client.end()
    await database.stop()
  })

  it('is found by a command beside the server, adopted by the next owner, and not made twice', async () => {
    const dataDir = createFolder('data')
    const first = await startEmbedded(dataDir, fast)
    expect(await findEmbedded(dataDir)).toBe(first.url)
    const second = await startEmbedded(dataDir, fast)
    expect(second).toMatchObject({ url: first.url, isNew: false, adopted: true })
    await second.stop()
    expect(await findEmbedded(dataDir)).toBeNull()
    expect(statSync(first.folder).mode & 0o777).toBe(0o700)
  })

  it('whose noted folder is gone is not replaced by an empty one', async () => {
    const dataDir = createFolder('data')
    writeFileSync(join(dataDir, 'postgres-folder'), join(dataDir, 'elsewhere'))
    await expect(startEmbedded(dataDir, fast)).rejects.toThrow('elsewhere, which is gone')
  })

  const asked = async (url: string, text: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  /** Statements that only a superuser may execute. */
  const forbidden = [
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "SELECT pg_read_file('postgresql.conf')",
    'CREATE ROLE another SUPERUSER',
    'CREATE DATABASE another',
    'SELECT * FROM pg_authid',
    'ALTER SYSTEM SET fsync = off',
  ]

  it('is used by the application as a role that owns its database and may do nothing beyond it', async () => {
    const dataDir = createFolder('data')
    const { url, stop } = await startEmbedded(dataDir, fast)
    const [role] = await asked(url, 'SELECT * FROM pg_roles WHERE rolname = current_user')
    expect(role).toMatchObject({
      rolname: 'lamella_app',
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
    })
    for (const statement of forbidden) await expect(asked(url, statement)).rejects.toThrow(/permission denied|must be/)
    expect(statSync(join(dataDir, 'postgres-app-password')).mode & 0o777).toBe(0o600)
    await stop()
  })

  it('of an earlier version, in which the application was the superuser, is handed over with all that is in it', async () => {
    const dataDir = createFolder('data')
    const first = await startEmbedded(dataDir, fast)
    // The state of that version: all objects belong to the superuser; the application has no role and no password.
    await asked(first.superuserUrl, 'ALTER DATABASE lamella OWNER TO lamella')
    await asked(first.superuserUrl, 'DROP ROLE lamella_app')
    const asBefore = first.superuserUrl.replace('/postgres?', '/lamella?')
    await migrateDatabase(asBefore)
    const queue = async (url: string) => {
      const connection = connect(url)
      const store = await openJobStore(connection, pino({ level: 'silent' }), { works: false })
      await store.queue.enqueue('clean-up', {})
      await store.stop()
      await connection.close()
    }
    await queue(asBefore)
    await first.stop()
    rmSync(join(dataDir, 'postgres-app-password'))

    const { url, stop } = await startEmbedded(dataDir, fast)
    await migrateDatabase(url)
    await queue(url)
    expect(await asked(url, "SELECT count(*)::int AS jobs FROM jobs.job WHERE data->>'name' = 'clean-up'")).toEqual([
      { jobs: 2 },
    ])
    // A later migration changes tables, which only their owner may.
    await asked(url, 'ALTER TABLE media ADD COLUMN later text')
    const left = await asked(
      url,
      `SELECT relname FROM pg_class WHERE relowner = 'lamella'::regrole
       AND relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'drizzle', 'jobs'))`,
    )
    expect(left).toEqual([])
    await stop()
  })
})
