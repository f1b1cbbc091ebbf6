import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type BenchResult, round } from './bench-result.ts'
import { freePort } from './iipsrv.ts'
import { memoryOfTree } from './process-memory.ts'

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

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** `npm start` without npm: the same script. @returns seconds until `/readyz` answers 200 */
const start = async (dataDir: string, port: number): Promise<{ child: ChildProcess; seconds: number }> => {
  const env = { ...process.env, LAMELLA_DATA: dataDir, PORT: String(port), HOST: '127.0.0.1' }
  const started = performance.now()
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await isReady(`http://127.0.0.1:${port}`))) {
    if (child.exitCode !== null || performance.now() - started > patience)
      throw new Error('npm start did not get ready')
    await setTimeout(20)
  }
  return { child, seconds: (performance.now() - started) / 1000 }
}

/** The second `npm start`: the first one has built, published and made the database. */
export const run = async (): Promise<BenchResult[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lamella-bench-start-'))
  const port = await freePort()
  try {
    const first = await start(dataDir, port)
    await stop(first.child)
    const second = await start(dataDir, port)
    await setTimeout(settle)
    const memory = second.child.pid ? await memoryOfTree(second.child.pid) : null
    await stop(second.child)
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
      {
        name: 'all server processes, idle (PSS)',
        unit: 'MB',
        ours: memory === null ? null : round(memory / 1e6),
        peers: [],
        floor: '≤ 500 MB',
        met: memory === null ? null : memory <= 500e6,
        notes: memory === null ? ['this system does not tell the memory of processes under /proc'] : [],
      },
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
