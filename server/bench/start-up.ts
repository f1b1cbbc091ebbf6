import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type BenchResult, round } from './bench-result.ts'
import { freePort } from './iipsrv.ts'
import { createMemoryMeter } from './process-memory.ts'

const root = join(import.meta.dirname, '../..')
const settle = 10_000
const patience = 900_000

const isReady = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/readyz`)).status === 200
  } catch {
    return false
  }
}

interface Started {
  pid: number
  /** Until `/readyz` answers 200. */
  seconds: number
  stop(): Promise<void>
}

/** `npm start` as a user types it, on a data folder and a port of its own, with the embedded database. */
const start = async (dataDir: string, port: number): Promise<Started> => {
  const env = { ...process.env, LAMELLA_DATA: dataDir, PORT: String(port), HOST: '127.0.0.1', DATABASE_URL: undefined }
  const started = performance.now()
  const npm = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  // It closes with the last process that writes to it, and npm may end before the server has stopped.
  npm.stdout.resume()
  const closed = once(npm, 'close')
  const stop = async () => {
    npm.kill('SIGTERM')
    await closed
  }
  while (!(await isReady(`http://127.0.0.1:${port}`))) {
    if (npm.exitCode !== null || performance.now() - started > patience) {
      await stop()
      throw new Error('npm start did not get ready')
    }
    await setTimeout(20)
  }
  return { pid: npm.pid ?? 0, seconds: (performance.now() - started) / 1000, stop }
}

/** The second `npm start`: the first one has built, published and made the database. */
export const run = async (): Promise<BenchResult[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lamella-bench-start-'))
  const port = await freePort()
  try {
    const first = await start(dataDir, port)
    await first.stop()
    const second = await start(dataDir, port)
    const memory = createMemoryMeter(second.pid, dataDir)
    await setTimeout(settle)
    await memory.sample()
    await second.stop()
    return [
      {
        name: 'second npm start until /readyz',
        unit: 's',
        ours: round(second.seconds, 1),
        peers: [],
        floor: '≤ 10 s',
        met: second.seconds <= 10,
        notes: [`the first: ${round(first.seconds, 1)} s`],
      },
      memory.row('all server processes with PostgreSQL and npm, idle (PSS)', 500e6),
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
