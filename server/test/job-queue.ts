import { pino } from 'pino'
import { type Connection, connect } from '../src/platform/db/database.ts'
import { createListener, type Listener } from '../src/platform/db/listener.ts'
import type { JobHandlers } from '../src/platform/queue/job-types.ts'
import { type JobStore, openJobStore } from '../src/platform/queue/queue.ts'
import { startWorkers, type WorkerParts } from '../src/platform/queue/worker.ts'
import { createDatabase } from './cluster.ts'
import { madeBy } from './helper.ts'

export const silent = pino({ level: 'silent' })
export const unexpected = async (): Promise<void> => {
  throw new Error('This job was not expected')
}
export const noHandlers: JobHandlers = {
  'send-mail': unexpected,
  'mail-notification': unexpected,
  'watch-limits': unexpected,
  'notify-invited': unexpected,
  'draw-sample': unexpected,
  'analyse-sample': unexpected,
  'process-image': unexpected,
  'run-analysis': unexpected,
  'measure-image': unexpected,
  'make-bundle': unexpected,
  'import-annotations': unexpected,
  'export-annotations': unexpected,
  'remove-blobs': unexpected,
  'clean-up': unexpected,
  'follow-trials': unexpected,
  'watch-trial-releases': unexpected,
  'keep-totals': unexpected,
  'remove-release': unexpected,
}

/** A queue on its own database, without a server. */
export interface TestQueue {
  databaseUrl: string
  connection: Connection
  session: Listener
  store: JobStore
  /** Starts workers in this process. @param atOnce - heavy jobs */
  work(handlers: Partial<JobHandlers>, atOnce?: number, more?: Partial<WorkerParts>): void
  stopWorkers(): Promise<void>
  close(): Promise<void>
}

const openQueue = async (databaseUrl: string, drop = async (): Promise<void> => undefined): Promise<TestQueue> => {
  const connection = connect(databaseUrl)
  const session = await createListener(databaseUrl, silent)
  const store = await openJobStore(connection, silent, { works: true })
  let stop: (() => Promise<void>) | undefined
  const stopWorkers = async (): Promise<void> => {
    await stop?.()
    stop = undefined
  }
  return {
    databaseUrl,
    connection,
    session,
    store,
    work(handlers, atOnce = 1, more = {}) {
      const parts = { boss: store.boss, pool: connection.pool, session, log: silent, ...more }
      stop = startWorkers({ ...parts, handlers: { ...noHandlers, ...handlers } }, atOnce)
    },
    stopWorkers,
    async close() {
      await stopWorkers()
      await store.stop()
      await session.close()
      await connection.close()
      await drop()
    },
  }
}

/** A new queue per test of the file or `describe`. */
export const setUpQueue = (): TestQueue => {
  const queue = madeBy(beforeEach, async () => {
    const { url, drop } = await createDatabase()
    return openQueue(url, drop)
  })
  afterEach(() => queue.close())
  return queue
}

/** Access to the queue of a test's server from outside. */
export const setUpQueueOf = (databaseUrl: () => string): TestQueue => {
  const queue = madeBy(beforeEach, () => openQueue(databaseUrl()))
  afterEach(() => queue.close())
  return queue
}
