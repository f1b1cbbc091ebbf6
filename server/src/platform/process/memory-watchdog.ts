import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { processesBelow, residentBytes } from './process-tree.ts'

const INTERVAL_MS = 200

/**
 * Calls `exceeded` once when a process and its descendants hold more than `limit` bytes of resident memory.
 * @returns stop watching
 */
export function watchMemory(pid: number, limit: number, exceeded: () => void): () => void {
  let stopped = false
  const timer = setInterval(async () => {
    const bytes = await bytesOf(pid).catch(() => 0)
    if (stopped || bytes <= limit) return
    stop()
    exceeded()
  }, INTERVAL_MS)
  const stop = () => {
    stopped = true
    clearInterval(timer)
  }
  return stop
}

async function bytesOf(pid: number): Promise<number> {
  if (process.platform === 'linux') {
    // The isolating programs run as processes above the child, so descendants count too.
    const all = await Promise.all([pid, ...(await processesBelow(pid))].map(residentBytes))
    return all.reduce((sum, bytes) => sum + bytes, 0)
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return 1024 * Number(stdout)
}
