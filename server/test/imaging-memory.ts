import { existsSync, readdirSync, readFileSync } from 'node:fs'

const INTERVAL_MS = 25

/** The largest sum of resident bytes of a process's children and theirs while `work` runs; Linux only. */
export async function measureChildren(work: () => Promise<unknown>, parent = process.pid): Promise<number> {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, residentBytesOf(descendants(parent)))
  }, INTERVAL_MS)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return peak
}

/** Whether the kernel lists the children of a process: reading all processes of a machine takes a hundred times longer. */
const namesChildren = existsSync(`/proc/self/task/${process.pid}/children`)

/** Process ids of all descendants. */
export function descendants(root: number): number[] {
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
