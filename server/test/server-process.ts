import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { createDatabase, createFolder, temporaryFolder } from './cluster.ts'

const main = join(import.meta.dirname, '..', 'src', 'main', 'main.ts')
/** Node of the project, also where the tests run in another version. */
export const projectNode = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node')

const compileCache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'node')

/** What outlives a server process: its data folder and database, and how it is run. */
export interface Home {
  dataDir: string
  /** Connection string; undefined: embedded in the data folder. */
  databaseUrl: string | undefined
  /** Command to run; by default Node with the program itself. */
  command?: [node: string, ...args: string[]]
  /** System user; by default that of the tests. */
  user?: { uid: number; gid: number }
}

export interface ServerProcess {
  home: Home
  pid: number
  /** Address it listens at, e.g. `http://127.0.0.1:40123`; that of a worker has its probes only. */
  url: string
  /** Lines of its log so far, parsed where they are JSON. */
  log: unknown[]
  /** Sends SIGKILL; the embedded database goes on. */
  kill9: () => Promise<void>
  /** Sends SIGTERM. @returns the exit code */
  stop: () => Promise<number | null>
  /** Waits until it ends by itself. @returns the exit code */
  ended: () => Promise<number | null>
}

export interface ProcessOptions {
  /** Home of an earlier process; by default a new one on the cluster of the tests. */
  home?: Home
  /** The new home has an embedded database: slower, and only for tests of the embedded database. */
  embedded?: boolean
  env?: NodeJS.ProcessEnv
  /** By default `serve`. */
  command?: 'serve' | 'worker'
}

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return line
  }
}

const ended = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

/** Runs a command of the program itself. */
export const spawnLamella = (args: string[], home: Home, env: NodeJS.ProcessEnv = {}): ChildProcess => {
  const [node, ...program] = home.command ?? [projectNode, main]
  return spawn(node, [...program, ...args], {
    ...home.user,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      TMPDIR: temporaryFolder(),
      HOST: '127.0.0.1',
      PORT: '0',
      LAMELLA_DATA: home.dataDir,
      DATABASE_URL: home.databaseUrl ?? '',
      LAMELLA_DEMO: '0',
      // As the program itself does it, from its very first module on and for what the tests run in its place.
      NODE_COMPILE_CACHE: compileCache,
      ...env,
    },
  })
}

export const createHome = async ({ embedded = false } = {}): Promise<Home> => ({
  dataDir: createFolder('data'),
  databaseUrl: embedded ? undefined : (await createDatabase()).url,
})

/**
 * A real server process that listens on a free port. Stop it in `afterAll`, also when the test killed it.
 * @throws Error with its output when it ends before it is ready
 */
export const startServerProcess = async ({
  home,
  embedded,
  env,
  command = 'serve',
}: ProcessOptions = {}): Promise<ServerProcess> => {
  const place = home ?? (await createHome({ embedded }))
  const child = spawnLamella([command], place, env)
  const { pid, stdout, stderr } = child
  if (pid === undefined || !stdout || !stderr) throw new Error('The server process cannot be started')
  const log: unknown[] = []
  createInterface({ input: stderr }).on('line', (line) => log.push(line))

  const address = new Promise<string>((resolve, reject) => {
    createInterface({ input: stdout }).on('line', (line) => {
      const entry = parse(line)
      log.push(entry)
      if (!entry || typeof entry !== 'object' || !('msg' in entry)) return
      const isReady = entry.msg === 'ready' || entry.msg === 'worker ready'
      if (isReady && 'address' in entry) resolve(String(entry.address))
    })
    child.once('close', (code) => reject(new Error(`The server ended with ${code}:\n${log.map(String).join('\n')}`)))
  })
  return {
    home: place,
    pid,
    url: await address,
    log,
    kill9: async () => {
      child.kill('SIGKILL')
      await ended(child)
    },
    stop: () => {
      child.kill('SIGTERM')
      return ended(child)
    },
    ended: () => ended(child),
  }
}
