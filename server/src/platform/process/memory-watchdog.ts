import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const INTERVAL_MS = 200

/** Calls `exceeded` once when that process and those below it hold more than `limit` bytes resident. Returns how to stop watching. */
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
  if (process.platform === 'linux') return residentBytesOnLinux(pid)
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return 1024 * Number(stdout)
}

/** With its helpers: what isolates a child runs as a process above it. */
async function residentBytesOnLinux(pid: number): Promise<number> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => '')
  const [status, children] = await Promise.all([read('status'), read(`task/${pid}/children`)])
  const own = 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0)
  const below = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(residentBytesOnLinux))
  return below.reduce((sum, bytes) => sum + bytes, own)
}
