import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { findOwner } from '../src/platform/db/embedded/owner.ts'
import { findPlace } from '../src/platform/db/embedded/place.ts'
import { findPostmaster } from '../src/platform/db/embedded/postmaster.ts'
import { type BenchResult, round } from './bench-result.ts'

interface Entry {
  parent: number
  /** Ended, and its parent has not asked for its exit code yet: it has no memory. */
  isZombie: boolean
}

/** What Linux tells of a process; null: it is gone. */
const readEntry = async (pid: number): Promise<Entry | null> => {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name of the program comes before it in brackets, and may hold brackets itself.
  const [, state, parent] = /.*\) (\S) (\d+)/s.exec(status) ?? []
  return state && parent ? { parent: Number(parent), isZombie: state === 'Z' || state === 'X' } : null
}

const listProcesses = async (): Promise<Map<number, Entry>> => {
  const names = await readdir('/proc').catch(() => [])
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number)
  const entries = await Promise.all(pids.map(async (pid) => [pid, await readEntry(pid)] as const))
  const processes = new Map<number, Entry>()
  for (const [pid, entry] of entries) if (entry) processes.set(pid, entry)
  if (processes.size === 0) throw new Error('this system does not tell the memory of processes under /proc')
  return processes
}

/** PSS in bytes; 0 for a process that has ended. @throws Error when a running process cannot be read */
const memoryOf = async (pid: number): Promise<number> => {
  for (let attempt = 1; ; attempt += 1) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    const size = /^Pss: +(\d+) kB/m.exec(rollup)?.[1]
    if (size) return Number(size) * 1024
    const entry = await readEntry(pid)
    if (!entry || entry.isZombie) return 0
    // One that is just ending has no memory any more, and is still listed.
    if (attempt === 5) throw new Error(`the memory of process ${pid} cannot be read`)
    await setTimeout(20)
  }
}

/** `pg_ctl` gives PostgreSQL a session of its own: it is nobody's child. */
const findDatabase = async (dataDir: string): Promise<number> => {
  const { folder } = await findPlace(dataDir, await findOwner())
  const server = await findPostmaster(folder)
  if (!server) throw new Error(`no PostgreSQL runs in ${folder}`)
  return server.pid
}

/** Bytes of the processes and of all that they have started. */
const memoryOfTrees = async (roots: number[]): Promise<number> => {
  const processes = await listProcesses()
  const ended = roots.find((pid) => !processes.has(pid))
  if (ended) throw new Error(`process ${ended} has ended`)
  const isOurs = (pid: number): boolean => {
    const parent = processes.get(pid)?.parent
    return roots.includes(pid) || (parent !== undefined && isOurs(parent))
  }
  const sizes = await Promise.all([...processes.keys()].filter(isOurs).map(memoryOf))
  return sizes.reduce((sum, size) => sum + size, 0)
}

export interface MemoryMeter {
  sample(): Promise<void>
  /** The most of all samples; not measured when one of them failed. @param limit - bytes */
  row(name: string, limit: number): BenchResult
}

/** Proportional memory (PSS) of a server: a process with all it starts, and the PostgreSQL of its data folder. */
export const createMemoryMeter = (pid: number, dataDir: string): MemoryMeter => {
  let roots: number[] | undefined
  let peak: number | null = null
  let failure: string | null = null
  return {
    sample: async () => {
      try {
        roots ??= [pid, await findDatabase(dataDir)]
        peak = Math.max(peak ?? 0, await memoryOfTrees(roots))
      } catch (error) {
        failure ??= error instanceof Error ? error.message : String(error)
      }
    },
    row: (name, limit) => {
      const bytes = failure === null ? peak : null
      return {
        name,
        unit: 'MB',
        ours: bytes === null ? null : round(bytes / 1e6),
        peers: [],
        floor: `≤ ${limit / 1e6} MB`,
        met: bytes === null ? null : bytes <= limit,
        notes: failure === null ? [] : [failure],
      }
    },
  }
}

/** The most resident memory that processes have had at once, as the system keeps it for each (VmHWM): nothing between two looks is missed. */
export interface ResidentPeak {
  sample(): Promise<void>
  /** Of the largest process so far; 0: there was none. */
  megabytes(): number
}

/**
 * Follows a process, or those that it has started, whose command line contains a text.
 *
 * @param pid - of the process that was started first
 * @param program - part of the command line, for example `imaging/child.ts`
 */
export const residentPeakOf = (pid: number, program: string): ResidentPeak => {
  let peak = 0
  const peakOf = async (one: number): Promise<number> => {
    const command = await readFile(`/proc/${one}/cmdline`, 'utf8').catch(() => '')
    if (!command.replaceAll('\0', ' ').includes(program)) return 0
    const status = await readFile(`/proc/${one}/status`, 'utf8').catch(() => '')
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
  }
  return {
    sample: async () => {
      const processes = await listProcesses()
      const isOurs = (one: number): boolean => {
        const parent = processes.get(one)?.parent
        return one === pid || (parent !== undefined && isOurs(parent))
      }
      peak = Math.max(peak, ...(await Promise.all([...processes.keys()].filter(isOurs).map(peakOf))))
    },
    megabytes: () => round(peak / 1e6),
  }
}

/** Milliseconds between two looks. */
const INTERVAL = 250

/** Follows the memory (PSS, bytes) of all that a process has started, without its own. @returns `stop` gives the most that was seen */
export const peakOfDescendants = (pid: number): { stop(): Promise<number> } => {
  const end = new AbortController()
  let peak = 0
  const follow = async (): Promise<number> => {
    while (!end.signal.aborted) {
      const all = await memoryOfTrees([pid])
      peak = Math.max(peak, all - (await memoryOf(pid)))
      await setTimeout(INTERVAL, undefined, { signal: end.signal }).catch(() => undefined)
    }
    return peak
  }
  const following = follow()
  return {
    stop: () => {
      end.abort()
      return following
    },
  }
}
