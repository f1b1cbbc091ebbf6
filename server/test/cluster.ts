import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { connect } from '../src/platform/db/database.ts'
import { applicationRole } from '../src/platform/db/embedded/roles.ts'
import { type EmbeddedDatabase, startEmbedded } from '../src/platform/db/embedded.ts'
import { migrateDatabase } from '../src/platform/db/migrate.ts'
import { openJobStore } from '../src/platform/queue/queue.ts'
import { lockFolder } from '../src/platform/storage/folder-lock.ts'

const template = 'lamella_template'
const patience = 120_000

const folderOfRun = (): string => {
  const folder = process.env.LAMELLA_TEST_FOLDER
  if (!folder) throw new Error('The tests of the server need the global setup of server/jest.config.cjs')
  return folder
}

/** For temporary files of processes that may be killed: removed with the folder of the run. */
export const temporaryFolder = (): string => join(folderOfRun(), 'tmp')

/** A new folder for the time of the run. Other users may enter it, as PostgreSQL must when the tests run as root. */
export const createFolder = (name: string): string => {
  const folder = join(folderOfRun(), `${name}-${randomBytes(6).toString('hex')}`)
  mkdirSync(folder, { mode: 0o711 })
  return folder
}

const withName = (url: string, name: string): string => url.replace(/\/(?:lamella|postgres)(?=\?|$)/, `/${name}`)

const ask = async (url: string, ...statements: string[]): Promise<number> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows = 0
    for (const statement of statements) rows = (await client.query(statement)).rowCount ?? 0
    return rows
  } finally {
    await client.end()
  }
}

const makeTemplate = async ({ url, superuserUrl }: EmbeddedDatabase): Promise<void> => {
  if ((await ask(superuserUrl, `SELECT 1 FROM pg_database WHERE datname = '${template}' AND datistemplate`)) > 0) return
  await ask(superuserUrl, `DROP DATABASE IF EXISTS ${template}`, `CREATE DATABASE ${template} OWNER ${applicationRole}`)
  const own = withName(url, template)
  await migrateDatabase(own)
  const connection = connect(own)
  const store = await openJobStore(connection, pino({ level: 'silent' }), { works: false })
  await store.stop()
  await connection.close()
  await ask(superuserUrl, `ALTER DATABASE ${template} IS_TEMPLATE true`)
}

/** What tests need to know of the running cluster. */
type Cluster = Pick<EmbeddedDatabase, 'url' | 'superuserUrl'>

/** Written when the template is complete. Each test file has its own modules: without the note each would look for the cluster anew. */
const noteIn = (folder: string): string => join(folder, 'addresses.json')

const readNote = (folder: string): Cluster | null =>
  existsSync(noteIn(folder)) ? JSON.parse(readFileSync(noteIn(folder), 'utf8')) : null

const writeNote = (folder: string, { url, superuserUrl }: Cluster): void => {
  writeFileSync(`${noteIn(folder)}.new`, JSON.stringify({ url, superuserUrl }), { mode: 0o600 })
  renameSync(`${noteIn(folder)}.new`, noteIn(folder))
}

/** One cluster per run, started by the first test file that needs it; without durability, which these tests cannot observe. */
const startCluster = async (): Promise<Cluster> => {
  const folder = join(folderOfRun(), 'cluster')
  const running = readNote(folder)
  if (running) return running
  const lock = lockFolder(folder, { waitMs: patience })
  try {
    const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }
    const database = await startEmbedded(folder, settings)
    await makeTemplate(database)
    writeNote(folder, database)
    return database
  } finally {
    lock.release()
  }
}

/** The file system in memory that Linux has, and the bytes that must be free there: a database has 10 MB, the log up to 512 MB. */
const memory = '/dev/shm'
const room = 2 * 1024 ** 3

const hasRoomInMemory = (): boolean => {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > room && process.availableMemory() > 2 * room
}

const folderInMemory = (folderOfSomeRun: string): string => join(memory, basename(folderOfSomeRun))

/**
 * Makes the folder for the cluster of a run, in memory where there is room: a database is some 300 files, and ext4 looks for a place of each among
 * all that were deleted in the last seconds, which were up to two thirds of the time of making, using and removing one (ADR 48).
 */
export const makeClusterFolder = (folderOfSomeRun: string): void => {
  const folder = join(folderOfSomeRun, 'cluster')
  const place = hasRoomInMemory() ? folderInMemory(folderOfSomeRun) : folder
  // Of an earlier process with the same number.
  for (const left of [place, folder]) rmSync(left, { recursive: true, force: true })
  mkdirSync(place, { mode: 0o711 })
  if (place !== folder) symlinkSync(place, folder)
}

const stopCluster = async (folder: string): Promise<void> => {
  if (!existsSync(join(folder, 'postgres'))) return
  const lock = lockFolder(folder)
  await (await startEmbedded(folder)).stop()
  lock.release()
}

/** Removes all that a run has left, and stops its cluster before. @throws Error after that, when the cluster could not be stopped */
export const removeRun = async (folderOfSomeRun: string): Promise<void> => {
  try {
    await stopCluster(join(folderOfSomeRun, 'cluster'))
  } finally {
    for (const left of [folderInMemory(folderOfSomeRun), folderOfSomeRun])
      await rm(left, { recursive: true, force: true })
  }
}

let cluster: Promise<Cluster> | undefined

export interface TestDatabase {
  /** Connection string of the application. */
  url: string
  superuserUrl: string
  drop: () => Promise<void>
}

/** A database of its own, migrated unless `isEmpty`. */
export const createDatabase = async ({ isEmpty = false } = {}): Promise<TestDatabase> => {
  cluster ??= startCluster()
  const { url, superuserUrl } = await cluster
  const name = `test_${randomBytes(6).toString('hex')}`
  const from = isEmpty ? 'template1' : template
  await ask(superuserUrl, `CREATE DATABASE ${name} OWNER ${applicationRole} TEMPLATE ${from}`)
  return {
    url: withName(url, name),
    superuserUrl: withName(superuserUrl, name),
    drop: async () => void (await ask(superuserUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  }
}

/** As when PostgreSQL is stopped, for one database until it is dropped: its connections end, and no other is made. @param url - of the application */
export const refuseConnections = async (url: string): Promise<void> => {
  cluster ??= startCluster()
  const { superuserUrl } = await cluster
  const [, name] = /\/(test_[0-9a-f]+)/.exec(url) ?? []
  const terminate = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`
  await ask(superuserUrl, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`, terminate)
}
