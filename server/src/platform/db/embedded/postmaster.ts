import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A running server, as its `postmaster.pid` describes it. */
export interface Postmaster {
  pid: number
  port: number
  /** Null: it listens on loopback. */
  socketFolder: string | null
  isStopping: boolean
}

const pidFile = (folder: string): string => join(folder, 'postmaster.pid')

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** A process id may have been given to another program since: the postmaster works in the folder of its cluster. */
const isAtHome = async (pid: number, folder: string): Promise<boolean> => {
  if (process.platform !== 'linux') return true
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(folder))
  } catch {
    return false
  }
}

/** The server that runs on this cluster, or null. */
export const findPostmaster = async (folder: string): Promise<Postmaster | null> => {
  const text = await readFile(pidFile(folder), 'utf8').catch(() => null)
  if (text === null) return null
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!(isAlive(pid) && (await isAtHome(pid, folder)))) return null
  return { pid, port: Number(lines[3]), socketFolder: lines[4] || null, isStopping: lines[7] === 'stopping' }
}

/** Processes of a server whose postmaster was killed go on until they notice. */
const hasStragglers = async (folder: string): Promise<boolean> => {
  const home = await realpath(folder)
  for (const name of await readdir('/proc')) {
    if (/^\d+$/.test(name) && (await readlink(`/proc/${name}/cwd`).catch(() => '')) === home) return true
  }
  return false
}

/**
 * Clears the way for a start where `findPostmaster` found none; call it under the folder's lock. PostgreSQL itself would
 * take any process that has the old number by now, or has died but not been waited for, for a running server.
 */
export const removeStaleLocks = async (folder: string, patienceSeconds: number): Promise<void> => {
  if (process.platform !== 'linux') return
  for (let waited = 0; await hasStragglers(folder); waited += 1) {
    if (waited > patienceSeconds * 20) throw new Error(`Processes of an earlier database still use ${folder}.`)
    await delay(50)
  }
  await rm(pidFile(folder), { force: true })
  await rm(join(folder, '.s.PGSQL.5432.lock'), { force: true })
}
