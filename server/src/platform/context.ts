import type { ServerEvent } from '@lamella/shared/contract'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database, Executor } from './db/database.ts'
import type { Listener } from './db/listener.ts'
import type { AccessCache } from './http/access-cache.ts'
import type { JobName, JobPayloads } from './queue/job-types.ts'
import type { BlobStore } from './storage/blobs.ts'

/** Durable job queue. A job enqueued in a transaction exists only if the transaction commits. */
export interface Queue {
  enqueue<N extends JobName>(
    name: N,
    payload: JobPayloads[N],
    options?: { tx?: Executor; singletonKey?: string /** Seconds before it may begin. */; delay?: number },
  ): Promise<void>
  /** Waiting, running and failed jobs of all processes. */
  count(): Promise<{ name: string; state: string; count: number }[]>
}

/** Events for open pages, across all processes (PostgreSQL NOTIFY; sent at commit when `tx` is given). */
export interface ServerEvents {
  publish(event: ServerEvent, tx?: Executor): Promise<void>
  /**
   * @param listener - also receives the organisation of the event's project; null: the project is gone, or the publishing process did not send it along
   * @returns unsubscribe
   */
  subscribe(listener: (event: ServerEvent, organisationId: string | null) => void): () => void
  /** Called when events may have been missed: subscribers must read the present state again. @returns unsubscribe */
  onGap(missed: () => void): () => void
}

/**
 * State that a domain keeps in memory for the life of the server. Each domain adds its own by declaration merging and creates it in
 * `Domain.state`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: domains add to it
export interface DomainState {}

/** Dependencies of every service; built once in `boot.ts`, or by a test. */
export interface AppContext {
  config: Config
  db: Database
  blobs: BlobStore
  queue: Queue
  events: ServerEvents
  /** Notifications between the processes of the database, by channel. */
  signals: Pick<Listener, 'listen'>
  access: AccessCache
  state: DomainState
  log: Logger
  /** The present time; tests replace it. */
  now: () => Date
}
