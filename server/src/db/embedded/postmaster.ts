import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A running server, as its `postmaster.pid` describes it. */
export interface Postmaster {
  pid: number
  port: number
  /** Null: it listens on loopback. */
  socketFolder: string | null
  isStopping: boolean
}

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

/** The server that runs on this cluster, or null. Removes a stale `postmaster.pid`: call it under the folder's lock. */
export const findPostmaster = async (folder: string): Promise<Postmaster | null> => {
  const file = join(folder, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!(isAlive(pid) && (await isAtHome(pid, folder)))) {
    await rm(file, { force: true })
    return null
  }
  return { pid, port: Number(lines[3]), socketFolder: lines[4] || null, isStopping: lines[7] === 'stopping' }
}
