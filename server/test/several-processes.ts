import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { type Connection, connect } from '../src/platform/db/database.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { createFolder } from './cluster.ts'
import { startDatabaseByHand } from './database-by-hand.ts'
import { type DocumentedProcess, documentedProcesses } from './documented-processes.ts'
import { createLab, type Lab } from './lab.ts'
import { freePort } from './nginx.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

/** The processes of docs/running.md on one PostgreSQL and one data folder, behind a balancer. */
export interface SeveralProcesses {
  balancer: Balancer
  connection: Connection
  lab: Lab
  /** In the order of their lines. */
  apis: ServerProcess[]
  workers: ServerProcess[]
  /** Ports that were given to workers, by WORKER_PORT. */
  workerPorts: string[]
  /** Answers requests and does jobs. */
  both: ServerProcess
  /** Starts an `api` once more. */
  startApi(): Promise<ServerProcess>
  /** The metrics of a process, as a scraper with the operator token reads them. */
  metrics(process: ServerProcess): Promise<string>
  /** Runs a query. @returns its rows */
  ask<R extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<R[]>
  close(): Promise<void>
}

/** Starts all of them at once on an empty database and an empty folder. Only addresses and ports of the lines are replaced. */
export const startSeveralProcesses = async (): Promise<SeveralProcesses> => {
  await using cleanUp = new AsyncDisposableStack()
  const database = await startDatabaseByHand()
  cleanUp.defer(database.stop)
  const home = { dataDir: createFolder('data'), databaseUrl: database.url }
  const workerPorts: string[] = []
  const start = async ({ command, env }: DocumentedProcess): Promise<ServerProcess> => {
    const workerPort = env.WORKER_PORT && { WORKER_PORT: String(await freePort()) }
    if (workerPort) workerPorts.push(workerPort.WORKER_PORT)
    const place = { PORT: '0', LAMELLA_DATA: home.dataDir, DATABASE_URL: home.databaseUrl, ...workerPort }
    const forTests = { WORKER_CONCURRENCY: '1', LAMELLA_DEMO: '1' }
    const started = await startServerProcess({ home, command, env: { ...env, ...forTests, ...place } })
    return started
  }
  const stopping = (stack: AsyncDisposableStack) => (started: ServerProcess) => {
    stack.defer(async () => void (await started.stop()))
    return started
  }
  const lines = documentedProcesses()
  const starts = lines.map((line) => start(line).then(stopping(cleanUp)))
  // All are registered for the clean-up, also when one fails.
  await Promise.allSettled(starts)
  const processes = await Promise.all(starts)
  const those = (is: (line: DocumentedProcess) => boolean) =>
    processes.filter((_, index) => lines.some((line, at) => at === index && is(line)))
  const workers = those(({ command }) => command === 'worker')
  const apis = those(({ env }) => env.LAMELLA_ROLE === 'api')
  const [both] = those(({ command, env }) => command === 'serve' && env.LAMELLA_ROLE === undefined)
  const apiLine = lines.find(({ env }) => env.LAMELLA_ROLE === 'api')
  if (!both || !apiLine) throw new Error('docs/running.md starts no "serve" or no "api"')

  const connection = connect(database.url)
  cleanUp.defer(connection.close)
  const balancer = await startBalancer()
  cleanUp.defer(balancer.close)
  balancer.use([both, ...apis].map(({ url }) => url))
  const lab = await createLab(connection.db)
  const token = (await readFile(join(home.dataDir, 'operator.token'), 'utf8')).trim()
  const running = cleanUp.move()
  return {
    balancer,
    connection,
    lab,
    apis,
    workers,
    workerPorts,
    both,
    startApi: () => start(apiLine).then(stopping(running)),
    metrics: async ({ url }) =>
      (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text(),
    ask: async (sql, values) => (await connection.pool.query(sql, values)).rows,
    close: () => running.disposeAsync(),
  }
}
