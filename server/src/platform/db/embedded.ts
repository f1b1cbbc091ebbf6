import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, chown, mkdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { findPrograms } from './embedded/binaries.ts'
import { findOwner, type Owner } from './embedded/owner.ts'
import {
  findApplicationPassword,
  findPlace,
  notePlace,
  readPasswords,
  readSuperuserPassword,
} from './embedded/place.ts'
import { findPostmaster, type Postmaster, removeStaleLocks } from './embedded/postmaster.ts'
import { applicationRole, ensureApplicationRole, handOverObjects } from './embedded/roles.ts'
import { configuration, type Listening, type Settings } from './embedded/settings.ts'

const run = promisify(execFile)
const superuser = 'lamella'
const database = 'lamella'
const patienceSeconds = 60
const largestLog = 4 * 1024 ** 2

/** A running embedded PostgreSQL (ADR 30). */
export interface EmbeddedDatabase {
  /** Connection string of the application, whose role owns this database and has no further rights. */
  url: string
  /** Connection string of the superuser to the maintenance database. */
  superuserUrl: string
  /** Folder of the cluster. */
  folder: string
  /** This start has created the cluster. */
  isNew: boolean
  /** Its process was already running, left by a server that was killed. */
  adopted: boolean
  stop: () => Promise<void>
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** Options of programs of PostgreSQL: a working folder that its user may enter, and no environment of the server. */
const as = (owner: Owner | null) => ({
  ...owner,
  cwd: '/',
  env: { PATH: process.env.PATH, SYSTEMROOT: process.env.SYSTEMROOT, LC_ALL: 'C' },
})

const writeFor = async (owner: Owner | null, file: string, text: string): Promise<void> => {
  await writeFile(file, text, { mode: 0o600 })
  if (owner) await chown(file, owner.uid, owner.gid)
}

/** Creates the cluster under another name first, so that a cluster with its final name is complete. */
const createCluster = async (folder: string, initdb: string, password: string, owner: Owner | null): Promise<void> => {
  const partial = `${folder}.new`
  await rm(partial, { recursive: true, force: true })
  await mkdir(dirname(partial), { recursive: true, mode: 0o711 })
  await mkdir(partial, { mode: 0o700 })
  if (owner) await chown(partial, owner.uid, owner.gid)
  const passwordFile = join(tmpdir(), `lamella-${randomBytes(8).toString('hex')}`)
  try {
    await writeFor(owner, passwordFile, `${password}\n`)
    const options = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
    const access = ['--auth=scram-sha-256', `--username=${superuser}`, `--pwfile=${passwordFile}`]
    await run(initdb, [`--pgdata=${partial}`, ...access, ...options], as(owner))
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(partial, folder)
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** A socket in the cluster's own folder, which is closed to other users, if its path fits into the 107 bytes of the system; else a port. */
const chooseListening = async (folder: string): Promise<Listening> => {
  const fits = Buffer.byteLength(join(folder, '.s.PGSQL.5432.lock')) <= 103
  return fits && process.platform !== 'win32' ? { socketFolder: folder } : { port: await freePort() }
}

const addressOf = (server: Postmaster, user: string, password: string, name: string): string =>
  server.socketFolder
    ? `postgres://${user}:${password}@/${name}?host=${encodeURIComponent(server.socketFolder)}&port=${server.port}`
    : `postgres://${user}:${password}@127.0.0.1:${server.port}/${name}`

const untilGone = async (folder: string): Promise<void> => {
  for (let waited = 0; waited < patienceSeconds * 20 && (await findPostmaster(folder)); waited += 1) await delay(50)
}

/** Connects as soon as the server allows it (it may be replaying its log), and creates role and database where they are missing. */
const ensureDatabase = async (url: string, password: string): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database])
      if (found.rowCount === 0) await client.query(`CREATE DATABASE ${database}`)
      await ensureApplicationRole(client, database, password)
      return
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : ''
      const isStarting = code === '57P03' || code === 'ECONNREFUSED' || code === 'ENOENT'
      if (!isStarting || attempt > patienceSeconds * 20) throw error
      await delay(50)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

/** Connection string of the database that runs in a data folder, for a process beside its owner; null when none runs. */
export const findEmbedded = async (dataDir: string): Promise<string | null> => {
  const { folder } = await findPlace(dataDir, await findOwner())
  const server = await findPostmaster(folder)
  if (!server) return null
  const password = await findApplicationPassword(dataDir)
  if (password !== null) return addressOf(server, applicationRole, password, database)
  return addressOf(server, superuser, await readSuperuserPassword(dataDir), database)
}

/**
 * Starts the PostgreSQL of a data folder, or adopts the one that a killed server left running. The caller must hold the lock of
 * the folder.
 *
 * @param settings - overrides, for tests
 * @throws Error in words; with the end of PostgreSQL's own log when it does not start
 */
export const startEmbedded = async (dataDir: string, settings: Settings = {}): Promise<EmbeddedDatabase> => {
  const owner = await findOwner()
  const [programs, { folder, isNoted }, passwords] = await Promise.all([
    findPrograms(owner),
    findPlace(dataDir, owner),
    readPasswords(dataDir),
  ])
  const log = join(folder, 'server.log')
  const control = (...args: string[]) =>
    run(programs.control, ['-D', folder, '-t', String(patienceSeconds), ...args], as(owner))

  const isNew = !(await exists(folder))
  // A new empty database would hide that the data is lost.
  if (isNew && isNoted) throw new Error(`The database of ${dataDir} lay in ${folder}, which is gone. Restore a backup.`)
  if (isNew) {
    await createCluster(folder, programs.initdb, passwords.superuser, owner)
    await notePlace(dataDir, folder)
  }
  let server = await findPostmaster(folder)
  if (server?.isStopping) {
    await untilGone(folder)
    server = null
  }
  const adopted = server !== null
  if (!server) {
    await removeStaleLocks(folder, patienceSeconds)
    await writeFor(owner, join(folder, 'postgresql.conf'), configuration(await chooseListening(folder), settings))
    const logSize = await stat(log).then(
      ({ size }) => size,
      () => 0,
    )
    if (logSize > largestLog) await truncate(log)
    // pg_ctl starts it in a session of its own, so that Ctrl-C in the terminal does not stop it before the server.
    await control('start', '--wait', '--log', log).catch(async () => {
      const lines = (await readFile(log, 'utf8').catch(() => '')).trimEnd().split('\n')
      throw new Error(`The embedded PostgreSQL did not start.\n${lines.slice(-5).join('\n')}`)
    })
    server = await findPostmaster(folder)
  }
  if (!server) throw new Error('The embedded PostgreSQL ended right after its start.')
  const superuserUrl = addressOf(server, superuser, passwords.superuser, 'postgres')
  await ensureDatabase(superuserUrl, passwords.application)
  await handOverObjects(addressOf(server, superuser, passwords.superuser, database))

  return {
    url: addressOf(server, applicationRole, passwords.application, database),
    superuserUrl,
    folder,
    isNew,
    adopted,
    stop: async () => {
      if (await findPostmaster(folder)) await control('stop', '--wait', '--mode', 'fast')
    },
  }
}
