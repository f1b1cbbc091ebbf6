import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import { findNamedToken } from '../domains/operators/index.ts'
import { findProjectRole, findProjectRoles } from '../domains/projects/index.ts'
import { findIdentity, findIdentityOfSession } from '../domains/sessions/index.ts'
import { findFullName } from '../domains/users/index.ts'
import type { Config } from '../platform/config.ts'
import type { AppContext, DomainState } from '../platform/context.ts'
import { decoyHashReady } from '../platform/crypto/passwords.ts'
import { connect, isSuperuser } from '../platform/db/database.ts'
import { type EmbeddedDatabase, startEmbedded } from '../platform/db/embedded.ts'
import { exclusively } from '../platform/db/exclusively.ts'
import { createListener } from '../platform/db/listener.ts'
import { migrateDatabase } from '../platform/db/migrate.ts'
import type { Domain } from '../platform/domain.ts'
import { followAccessChanges, tellAccessChange } from '../platform/events/access-changes.ts'
import { createServerEvents } from '../platform/events/server-events.ts'
import { AccessCache } from '../platform/http/access-cache.ts'
import { createLogger } from '../platform/log.ts'
import { prepareIsolation } from '../platform/process/find-isolation.ts'
import { collectHandlers } from '../platform/queue/handlers.ts'
import { jobDurations } from '../platform/queue/job-durations.ts'
import type { JobHandlers } from '../platform/queue/job-types.ts'
import { openJobStore } from '../platform/queue/queue.ts'
import { startWorkers } from '../platform/queue/worker.ts'
import { settlesWithin } from '../platform/settles-within.ts'
import { keepDiskReserve } from '../platform/storage/disk-reserve.ts'
import { openFileBlobs } from '../platform/storage/file-blobs.ts'
import { lockFolder } from '../platform/storage/folder-lock.ts'
import { joinInstallation } from '../platform/storage/installation.ts'
import { makeFoldersPrivate } from '../platform/storage/private-folders.ts'
import { type AppOptions, buildApp, buildProbes } from './app.ts'
import { childPrograms } from './child-programs.ts'
import { createCleanUp } from './clean-up.ts'
import { domains } from './domains.ts'

/** A running server that does not listen yet. */
export interface Server {
  context: AppContext
  /** All routes; those of a worker are its probes. */
  app: FastifyInstance
  /** Waits some seconds for requests and jobs, then stops everything; the database last. */
  close: () => Promise<void>
}

/** For commands, and replacements for tests. */
export interface BootOptions extends AppOptions {
  /** No other process may use the data folder, also where they could share it. */
  isAlone?: boolean
  now?: () => Date
  log?: AppContext['log']
  jobs?: Partial<JobHandlers>
}

/** Milliseconds that requests have to end before their connections are closed. */
const requestPatience = 4_000
/** Milliseconds that queries have to end before the database is stopped. */
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
 * Behind a proxy for TLS the operator must decide whether its forwarding headers are trusted: with a wrong default all users would
 * share the address of the proxy, and the failed log-ins of one would slow down all.
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
 * Starts everything of a server except listening: data folder, database, queue, workers, routes.
 * @throws Error in words for errors that an operator can correct
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
  // Other users may enter it but not list it: for root, the database runs as another user. Secret files inside have their own mode.
  await mkdir(config.dataDir, { recursive: true, mode: 0o711 })
  // Processes on one database share its folder; an embedded database belongs to one process.
  const hasOwnDatabase = !config.databaseUrl
  const isShared = !hasOwnDatabase && !options.isAlone
  cleanUp.defer(lockFolder(config.dataDir, { isShared }).release)

  const database = await openDatabase(config, log, cleanUp)
  if (database.adopted) log.warn('the database of a server that was killed is taken over')
  await migrateDatabase(database.url)
  await joinInstallation(database.url, config.dataDir)
  await makeFoldersPrivate(config.dataDir)
  const connection = connect(database.url, 10 + config.workerConcurrency, (err) =>
    log.warn({ err }, 'a connection to the database was lost'),
  )
  // A hanging query must not prevent the stop of the database.
  cleanUp.defer(async () => void (await settlesWithin(poolPatience, connection.close())))
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
      findNamedToken: (tokenHash, moment) => findNamedToken(connection.db, tokenHash, moment),
      findFullName: (userId) => findFullName(connection.db, userId),
      findProjectRole: (principal, projectId) => findProjectRole(connection.db, principal, projectId),
      findProjectRoles: (projectId) => findProjectRoles(connection.db, projectId),
    },
    tellAccessChange(connection.db, log),
  )
  followAccessChanges(session, (change) => access.forget(change))
  const context: AppContext = {
    config,
    db: connection.db,
    blobs: await openFileBlobs(join(config.dataDir, 'blobs'), hasOwnDatabase),
    queue: store.queue,
    events: createServerEvents(connection.db, session, log),
    signals: session,
    access,
    state: {} as DomainState,
    log,
    now,
  }
  // Complete by type: `DomainState` has only what the domains declare.
  for (const { state } of domains) Object.assign(context.state, state?.(context))
  await decoyHashReady()
  const registry = new Registry()
  const app = await (servesHttp ? buildApp : buildProbes)(context, registry, options)
  let stopWorkers = async (): Promise<void> => undefined
  cleanUp.defer(async () => void (await Promise.all([closeApp(app), stopWorkers()])))
  const cleanUpDomain: Domain = { jobs: () => ({ 'clean-up': createCleanUp(context, domains) }) }
  const handlers = { ...collectHandlers([...domains, cleanUpDomain], context), ...options.jobs }
  // One process at a time: what the first of several creates, the others find.
  await exclusively(session, 'start', async () => {
    for (const { start } of domains) await start?.(context, { isNewData: database.isNew })
  })
  if (works) {
    // Not awaited: the first job that needs an isolation awaits it.
    void prepareIsolation(log, childPrograms)
    const measure = jobDurations(registry)
    const parts = { boss: store.boss, pool: connection.pool, session, handlers, log, measure }
    stopWorkers = startWorkers(parts, config.workerConcurrency)
    await store.schedule('clean-up', '17 * * * *')
    await store.schedule('follow-trials', '41 * * * *')
    await store.schedule('watch-trial-releases', '* * * * *')
    await store.schedule('keep-totals', '* * * * *')
  }

  const running = cleanUp.move()
  return { context, app, close: () => running.disposeAsync() }
}
