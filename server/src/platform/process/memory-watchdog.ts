import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const INTERVAL_MS = 200

/** Calls `exceeded` once when that process holds more than `limit` bytes resident. Returns how to stop watching. */
export function watchMemory(pid: number, limit: number, exceeded: () => void): () => void {
  let stopped = false
  const timer = setInterval(async () => {
    const bytes = await residentBytes(pid).catch(() => 0)
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

async function residentBytes(pid: number): Promise<number> {
  if (process.platform === 'linux') {
    const status = await readFile(`/proc/${pid}/status`, 'latin1')
    return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0)
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return 1024 * Number(stdout)
}
