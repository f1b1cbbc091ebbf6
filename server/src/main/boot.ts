import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { findProjectRole, findProjectRoles } from '../domains/projects/index.ts'
import { findIdentity, findIdentityOfSession } from '../domains/sessions/index.ts'
import type { Config } from '../platform/config.ts'
import type { AppContext, ContextParts } from '../platform/context.ts'
import { decoyMade } from '../platform/crypto/passwords.ts'
import { connect, isSuperuser } from '../platform/db/database.ts'
import { type EmbeddedDatabase, startEmbedded } from '../platform/db/embedded.ts'
import { createListener } from '../platform/db/listener.ts'
import { migrateDatabase } from '../platform/db/migrate.ts'
import type { Domain } from '../platform/domain.ts'
import { followAccessChanges, tellAccessChange } from '../platform/events/access-changes.ts'
import { createServerEvents } from '../platform/events/server-events.ts'
import { AccessCache } from '../platform/http/access-cache.ts'
import { createLogger } from '../platform/log.ts'
import { prepareIsolation } from '../platform/process/find-isolation.ts'
import { collectHandlers } from '../platform/queue/handlers.ts'
import type { JobHandlers } from '../platform/queue/job-types.ts'
import { openJobStore } from '../platform/queue/queue.ts'
import { startWorkers } from '../platform/queue/worker.ts'
import { keepDiskReserve } from '../platform/storage/disk-reserve.ts'
import { openFileBlobs } from '../platform/storage/file-blobs.ts'
import { lockFolder } from '../platform/storage/folder-lock.ts'
import { closeFolders } from '../platform/storage/private-folders.ts'
import { within } from '../platform/within.ts'
import { type AppOptions, buildApp } from './app.ts'
import { childPrograms } from './child-programs.ts'
import { createCleanUp } from './clean-up.ts'
import { domains } from './domains.ts'

export interface Server {
  context: AppContext
  app: FastifyInstance
  /** Lets requests and jobs end, for some seconds, then stops everything; the database last. */
  close: () => Promise<void>
}

/** What a test may put in the place of the real thing. */
export interface BootOptions extends AppOptions {
  now?: () => Date
  log?: AppContext['log']
  jobs?: Partial<JobHandlers>
}

/** Requests get this long to end before their connections are cut. */
const requestPatience = 4_000
const poolPatience = 1_000

type OpenDatabase = Pick<EmbeddedDatabase, 'url' | 'isNew' | 'adopted'>

const openDatabase = async (config: Config, log: Logger, onClose: AsyncDisposableStack): Promise<OpenDatabase> => {
  if (config.databaseUrl) return { url: config.databaseUrl, isNew: false, adopted: false }
  const database = await startEmbedded(config.dataDir)
  onClose.defer(database.stop)
  const reserve = keepDiskReserve({ file: join(database.folder, 'disk-reserve'), log })
  onClose.defer(reserve.stop)
  return database
}

const closeApp = async (app: FastifyInstance): Promise<void> => {
  const cut = setTimeout(() => app.server.closeAllConnections(), requestPatience)
  try {
    await app.close()
  } finally {
    clearTimeout(cut)
  }
}

/**
 * TLS ends at a proxy. Whose address counts is then for the operator to say: with a wrong guess all users would share the
 * proxy's address, and the failed log-ins of one would slow everybody.
 * @throws Error in words
 */
const requireForwarding = ({ publicUrl, trustProxy }: Config): void => {
  if (!publicUrl.startsWith('https:') || trustProxy !== undefined) return
  throw new Error(
    `PUBLIC_URL is ${publicUrl}, so a proxy stands in front of this server. Set TRUST_PROXY=1 when it replaces ` +
      'X-Forwarded-For by the address of its client, or TRUST_PROXY=0 when all users may count as one ' +
      '(docs/running.md, "Behind a proxy").',
  )
}

/**
 * Everything of a server but the listening: folder, database, queue, workers, routes.
 * @throws Error in words for what an operator can mend
 */
export const boot = async (config: Config, options: BootOptions = {}): Promise<Server> => {
  const log = options.log ?? createLogger(config.logLevel)
  const now = options.now ?? (() => new Date())
  const servesHttp = config.role !== 'worker'
  const works = config.role !== 'api'
  if (!servesHttp && !config.databaseUrl) {
    throw new Error('A worker needs a database that it shares with a server: set DATABASE_URL.')
  }

  if (servesHttp) requireForwarding(config)

  await using cleanUp = new AsyncDisposableStack()
  // Others may enter it, not read it: as root the database runs as another user. What is secret inside has its own mode.
  await mkdir(config.dataDir, { recursive: true, mode: 0o711 })
  await closeFolders(config.dataDir)
  // Workers beside a server share its folder when the database is elsewhere.
  const isAlone = !config.databaseUrl || servesHttp
  if (isAlone) {
    const lock = lockFolder(config.dataDir)
    cleanUp.defer(lock.release)
  }

  const database = await openDatabase(config, log, cleanUp)
  if (database.adopted) log.warn('the database of a server that was killed is taken over')
  await migrateDatabase(database.url)
  const connection = connect(database.url, 10 + config.workerConcurrency)
  // A query that hangs must not keep the database from being stopped.
  cleanUp.defer(async () => void (await within(poolPatience, connection.close())))
  if (await isSuperuser(connection.pool)) {
    log.warn('the role of DATABASE_URL is a superuser of the database: give Lamella a role that only owns its database')
  }
  const session = await createListener(database.url, log)
  cleanUp.defer(session.close)
  const store = await openJobStore(connection, log, { works })
  cleanUp.defer(store.stop)

  const access = new AccessCache(
    {
      findIdentity: (tokenHash, moment) => findIdentity(connection.db, tokenHash, moment),
      findIdentityOfSession: (sessionId, moment) => findIdentityOfSession(connection.db, sessionId, moment),
      findProjectRole: (principal, projectId) => findProjectRole(connection.db, principal, projectId),
      findProjectRoles: (projectId) => findProjectRoles(connection.db, projectId),
    },
    tellAccessChange(connection.db, log),
  )
  followAccessChanges(session, (change) => access.forget(change))
  const context: AppContext = {
    config,
    db: connection.db,
    blobs: await openFileBlobs(join(config.dataDir, 'blobs'), isAlone && !config.databaseUrl),
    queue: store.queue,
    events: createServerEvents(connection.db, session, log),
    access,
    parts: {} as ContextParts,
    log,
    now,
  }
  // Each domain's own; the type demands no more than what they declare.
  for (const { parts } of domains) Object.assign(context.parts, parts?.(context))
  await decoyMade()
  const app = await buildApp(context, options)
  let stopWorkers = async (): Promise<void> => undefined
  cleanUp.defer(async () => void (await Promise.all([closeApp(app), stopWorkers()])))
  const cleanUpDomain: Domain = { jobs: () => ({ 'clean-up': createCleanUp(context, domains) }) }
  const handlers = { ...collectHandlers([...domains, cleanUpDomain], context), ...options.jobs }
  for (const { start } of domains) await start?.(context, { isNewData: database.isNew })
  if (works) {
    // Not waited for: the first job that needs it does.
    void prepareIsolation(log, childPrograms)
    const parts = { boss: store.boss, pool: connection.pool, session, handlers, log }
    stopWorkers = startWorkers(parts, config.workerConcurrency)
    await store.schedule('clean-up', '17 * * * *')
    await store.schedule('follow-trials', '41 * * * *')
  }

  const running = cleanUp.move()
  return { context, app, close: () => running.disposeAsync() }
}
