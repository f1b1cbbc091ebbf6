import { readdirSync, readFileSync } from 'node:fs'

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

/** Process ids below that one. */
export function descendants(root: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    const parent = Number(/^PPid:\s+(\d+)/m.exec(statusOf(pid))?.[1])
    if (parent) parents.set(pid, parent)
  }
  const below = (pid: number): number[] =>
    [...parents].filter(([, parent]) => parent === pid).flatMap(([child]) => [child, ...below(child)])
  return below(root)
}

export const residentBytesOf = (pids: number[]) =>
  pids.reduce((sum, pid) => sum + 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(statusOf(pid))?.[1] ?? 0), 0)

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'latin1')
  } catch {
    return ''
  }
}
