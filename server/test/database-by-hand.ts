import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFile, chown, mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findPrograms } from '../src/platform/db/embedded/binaries.ts'
import { findOwner } from '../src/platform/db/embedded/owner.ts'
import { hasCode } from '../src/platform/error-code.ts'
import { createFolder } from './cluster.ts'

const run = promisify(execFile)

/** Debian's path of the oldest supported PostgreSQL. */
const oldest = '/usr/lib/postgresql/15/bin'

export interface DatabaseByHand {
  /** Connection string to an empty database, for a role that owns it and has no further rights. */
  url: string
  stop(): Promise<void>
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/**
 * A PostgreSQL as operators run it, with its own defaults and over TCP: version 15 of Debian where it is installed, else the packaged
 * programs.
 */
export const startDatabaseByHand = async (): Promise<DatabaseByHand> => {
  const owner = await findOwner()
  const packaged = await findPrograms(owner)
  const options = { ...owner, cwd: '/', env: { LC_ALL: 'C' } }
  const program = async (name: 'initdb' | 'control', ...args: string[]): Promise<void> => {
    const debian = join(oldest, name === 'control' ? 'pg_ctl' : name)
    try {
      await run(debian, args, options)
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error
      await run(packaged[name], args, options)
    }
  }
  const place = createFolder('by-hand')
  const cluster = join(place, 'cluster')
  const secret = join(place, 'secret')
  const password = randomBytes(12).toString('hex')
  await mkdir(cluster, { mode: 0o700 })
  await writeFile(secret, password, { mode: 0o600 })
  if (owner) for (const path of [cluster, secret]) await chown(path, owner.uid, owner.gid)

  const access = ['--auth=scram-sha-256', '--username=operator', `--pwfile=${secret}`]
  await program('initdb', `--pgdata=${cluster}`, ...access, '--encoding=UTF8', '--locale=C')
  const port = await freePort()
  const settings = `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n`
  await appendFile(join(cluster, 'postgresql.conf'), settings)
  await program('control', 'start', '--wait', '-D', cluster, '--log', join(cluster, 'log'))

  const address = (user: string, database: string) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
  const operator = new pg.Client({ connectionString: address('operator', 'postgres') })
  await operator.connect()
  await operator.query(`CREATE ROLE portal LOGIN PASSWORD '${password}'`)
  await operator.query('CREATE DATABASE portal OWNER portal')
  await operator.end()
  return {
    url: address('portal', 'portal'),
    stop: () => program('control', 'stop', '--wait', '--mode', 'fast', '-D', cluster),
  }
}
