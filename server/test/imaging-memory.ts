import { existsSync, readdirSync, readFileSync } from 'node:fs'

const INTERVAL_MS = 25

/**
 * Peak of the resident bytes of the descendants of a process that begin while `work` runs, sampled every 25 ms; Linux
 * only.
 */
export async function measureChildren(work: () => Promise<unknown>, parent = process.pid): Promise<number> {
  const begun = watchDescendants(parent)
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, residentBytesOf(begun()))
  }, INTERVAL_MS)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return peak
}

/** Whether the kernel lists the children of a process; scanning all processes takes a hundred times longer. */
const namesChildren = existsSync(`/proc/self/task/${process.pid}/children`)

/**
 * The descendants that a process gets from now on. Others may be there for the life of a jest worker: the service of a
 * bundler that a suite before used, for one.
 * @returns the ids of those that run
 */
export function watchDescendants(root = process.pid): () => number[] {
  const before = new Set(descendants(root))
  return () => descendants(root).filter((pid) => !before.has(pid))
}

/** Ids of all descendants of a process. */
function descendants(root: number): number[] {
  if (!namesChildren) return descendantsAmongAll(root)
  const lists = tasksOf(root).map((task) => read(`/proc/${root}/task/${task}/children`))
  const children = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
  return children.flatMap((child) => [child, ...descendants(child)])
}

function descendantsAmongAll(root: number): number[] {
  const parents = readdirSync('/proc')
    .map(Number)
    .filter(Number.isInteger)
    .map((pid) => [pid, Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1])] as const)
  const below = (pid: number): number[] =>
    parents.filter(([, parent]) => parent === pid).flatMap(([child]) => [child, ...below(child)])
  return below(root)
}

function tasksOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** Sum of the resident memory of processes, bytes; those that have ended count as 0. */
export const residentBytesOf = (pids: number[]) =>
  pids.reduce((sum, pid) => sum + 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0), 0)

/** Empty when the process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
