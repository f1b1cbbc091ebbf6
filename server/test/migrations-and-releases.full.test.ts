import { once } from 'node:events'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { AppOverview, Project, Registry } from '@lamella/shared/contract'
import pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { integrityOf } from '../src/domains/releases/release-content.ts'
import { connect } from '../src/platform/db/database.ts'
import { migrateDatabase, ownMigrations } from '../src/platform/db/migrate.ts'
import { openFileBlobs } from '../src/platform/storage/file-blobs.ts'
import { createDatabase, createFolder } from './cluster.ts'
import { createProject } from './demo-journey.ts'
import { createLab } from './lab.ts'
import { breaksOldRelease, readMigrations } from './old-release-rules.ts'
import { filesOf, hashesOf, manifestOf } from './release-files.ts'
import { createHome, type Home, type ServerProcess, spawnLamella, startServerProcess } from './server-process.ts'
import { UploadClient } from './upload-client.ts'

interface JournalEntry {
  idx: number
  when: number
  tag: string
}

/** The migrations of another release, with a journal made from that of this one. */
const migrationsOf = async (change: (entries: JournalEntry[]) => JournalEntry[]): Promise<string> => {
  const folder = join(createFolder('release'), 'migrations')
  await cp(ownMigrations, folder, { recursive: true })
  const file = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...journal, entries: change(journal.entries) }))
  return folder
}

/** The migrations of a release after this one. */
const nextRelease = async (): Promise<string> => {
  const folder = await migrationsOf((entries) => {
    const last = entries.at(-1) as JournalEntry
    return [...entries, { ...last, idx: last.idx + 1, when: last.when + 1000, tag: '9999_next_release' }]
  })
  const statements = [
    'ALTER TABLE "projects" ADD COLUMN "colour" text DEFAULT \'red\' NOT NULL',
    'ALTER TABLE "users" ADD COLUMN "nickname" text',
    'CREATE TABLE "colours" ("name" text PRIMARY KEY NOT NULL)',
    'CREATE INDEX "projects_colour" ON "projects" USING btree ("colour")',
  ]
  const sql = statements.join(';--> statement-breakpoint\n')
  expect(breaksOldRelease(sql)).toEqual([])
  await writeFile(join(folder, '9999_next_release.sql'), sql)
  return folder
}

it('Processes that start together migrate one after the other', async () => {
  const database = await createDatabase({ isEmpty: true })
  await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(database.url)))
  const connection = connect(database.url)
  const { rows } = await connection.pool.query('SELECT created_at FROM drizzle.__drizzle_migrations')
  await connection.close()
  expect(rows).toHaveLength(readMigrations().length)
  await database.drop()
})

describe('A server while a newer release migrates its database', () => {
  let server: ServerProcess
  let client: UploadClient
  let url: string
  beforeAll(async () => {
    const home = await createHome()
    url = home.databaseUrl ?? ''
    server = await startServerProcess({ home })
    const connection = connect(url)
    client = new UploadClient(server.url, (await createLab(connection.db)).admin.token)
    await connection.close()
  })
  afterAll(() => server.stop())
  const listed = async () => (await client.json<Project[]>('/api/v2/projects')).length

  it('goes on reading and writing before, meanwhile and after', async () => {
    await createProject(client, 'Before')
    // As a backup does, which reads one state of all tables.
    const reader = new pg.Client({ connectionString: url })
    await reader.connect()
    await reader.query('BEGIN; SELECT 1 FROM projects')
    let isMigrated = false
    const migration = migrateDatabase(url, await nextRelease()).then(() => {
      isMigrated = true
    })
    const waits =
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'lamella migrations' AND wait_event_type = 'Lock'"
    const watcher = connect(url)
    while ((await watcher.pool.query(waits)).rowCount === 0) expect(await listed()).toBe(1)
    // The reader is still there: without a limit, these would wait behind the migration for as long.
    await createProject(client, 'Meanwhile')
    expect(await listed()).toBe(2)
    expect(isMigrated).toBe(false)
    await reader.end()
    await migration
    await createProject(client, 'After')
    expect(await listed()).toBe(3)
    const { rows } = await watcher.pool.query('SELECT DISTINCT colour FROM projects')
    expect(rows).toEqual([{ colour: 'red' }])
    await watcher.close()
  })

  it('is refused in words when it starts again on the newer schema', async () => {
    await server.stop()
    const again = spawnLamella(['serve'], server.home)
    const words = again.stderr ? text(again.stderr) : ''
    expect((await once(again, 'exit'))[0]).toBe(1)
    expect(await words).toMatch(
      /does not know the migration 9999_next_release \(its own newest is \d{4}_\w+\)\. Start the newer release, or restore the backup/,
    )
  })
})

/** The last one before a version could be on trial, be forced, or be measured. */
const beforeTrials = '0010_pixel_sizes'

const token = 'a-token-of-the-operator-that-is-long-enough'

/** Database and folder of a release before trials, with two versions that were active one after the other, and a third for 10 %. */
const folderOfOldRelease = async (): Promise<Home> => {
  const database = await createDatabase({ isEmpty: true })
  const dataDir = createFolder('data')
  await migrateDatabase(
    database.url,
    await migrationsOf((entries) => entries.slice(0, entries.findIndex(({ tag }) => tag === beforeTrials) + 1)),
  )
  const connection = connect(database.url)
  const blobs = await openFileBlobs(join(dataDir, 'blobs'), true)
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
    const files = filesOf('projects', version)
    for (const [path, bytes] of Object.entries(files)) await blobs.write(`releases/projects/${version}/${path}`, bytes)
    const hashes = hashesOf(files)
    await connection.pool.query(
      `INSERT INTO releases (app, version, integrity, files, manifest, complete) VALUES ('projects', $1, $2, $3, $4, true)`,
      [version, integrityOf(hashes), hashes, manifestOf('projects')],
    )
  }
  for (const [version, traffic] of [
    ['1.0.0', 100],
    ['1.1.0', 100],
    ['1.2.0', 10],
  ] as const) {
    await connection.pool.query(
      `INSERT INTO release_history (id, app, action, version, traffic, actor) VALUES ($1, 'projects', 'activate', $2, $3, 'operator')`,
      [uuidv7(), version, traffic],
    )
  }
  await connection.close()
  return { dataDir, databaseUrl: database.url }
}

describe('What an older release published', () => {
  let server: ServerProcess
  let operator: UploadClient
  beforeAll(async () => {
    server = await startServerProcess({ home: await folderOfOldRelease(), env: { LAMELLA_OPERATOR_TOKEN: token } })
    operator = new UploadClient(server.url, token)
  })
  afterAll(() => server.stop())
  const versions = async () => {
    const { microFrontends }: Registry = JSON.parse((await operator.request('GET', '/registry.json')).body.toString())
    return microFrontends.projects?.map(({ metadata, deployment }) => [metadata.version, deployment.traffic])
  }

  it('is active and on trial after the upgrade, with its files', async () => {
    expect(await versions()).toEqual([
      ['1.1.0', 90],
      ['1.2.0', 10],
    ])
    expect((await operator.request('GET', '/remotes/projects/1.2.0/main.js')).status).toBe(200)
    const [app] = await operator.json<AppOverview[]>('/api/v1/releases/overview')
    expect(app).toMatchObject({ active: { version: '1.1.0', by: 'operator' }, trial: { version: '1.2.0', share: 10 } })
  })

  it('is what a rollback goes back to', async () => {
    for (const expected of ['1.1.0', '1.0.0']) {
      const body = JSON.stringify({ data: {} })
      const [{ pointer } = { pointer: '' }] = await operator.json<{ pointer: string }[]>('/api/v1/releases')
      const headers = { 'content-type': 'application/json', 'if-match': pointer }
      const { status } = await operator.request('POST', '/api/v1/releases/projects/rollback', { headers, body })
      expect(status).toBe(200)
      expect(await versions()).toEqual([[expected, 100]])
    }
  })
})
