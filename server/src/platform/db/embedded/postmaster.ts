import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A running server, as its `postmaster.pid` describes it. */
export interface Postmaster {
  pid: number
  port: number
  /** Folder of its socket; null: it listens on loopback. */
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

/** Whether the process works in the folder of the cluster, as the postmaster does: its id may belong to another program by now. */
const isAtHome = async (pid: number, folder: string): Promise<boolean> => {
  if (process.platform !== 'linux') return true
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(folder))
  } catch {
    return false
  }
}

/** The server that runs on this cluster; null: none. */
export const findPostmaster = async (folder: string): Promise<Postmaster | null> => {
  const text = await readFile(pidFile(folder), 'utf8').catch(() => null)
  if (text === null) return null
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!(isAlive(pid) && (await isAtHome(pid, folder)))) return null
  return { pid, port: Number(lines[3]), socketFolder: lines[4] || null, isStopping: lines[7] === 'stopping' }
}

/** Whether processes of a killed postmaster still run; they end as soon as they notice its end. */
const hasStragglers = async (folder: string): Promise<boolean> => {
  const home = await realpath(folder)
  for (const name of await readdir('/proc')) {
    if (/^\d+$/.test(name) && (await readlink(`/proc/${name}/cwd`).catch(() => '')) === home) return true
  }
  return false
}

/**
 * Removes the lock files of a dead server, where `findPostmaster` found none; call it while holding the lock of the folder.
 * PostgreSQL itself would take a zombie, or any process that has the old id by now, for a running server.
 * @throws Error when processes of the old server do not end within the time
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
