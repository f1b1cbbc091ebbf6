import type { ServerEvent } from '@lamella/shared/contract'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database, Executor } from './db/database.ts'
import type { AccessCache } from './http/access-cache.ts'
import type { JobName, JobPayloads } from './queue/job-types.ts'
import type { Blobs } from './storage/blobs.ts'

/** Durable queue. A job enqueued in a transaction exists only if the transaction commits. */
export interface Queue {
  enqueue<N extends JobName>(
    name: N,
    payload: JobPayloads[N],
    options?: { tx?: Executor; singletonKey?: string },
  ): Promise<void>
  /** Jobs that wait, run or have failed, of all processes. */
  count(): Promise<{ name: string; state: string; count: number }[]>
}

/** Tells open pages of every process that something changed (PostgreSQL NOTIFY, sent at commit when `tx` is given). */
export interface ServerEvents {
  publish(event: ServerEvent, tx?: Executor): Promise<void>
  /**
   * @param listener - gets the organisation of the event's project too; null: the project is gone, or the process that sent it did not say
   * @returns unsubscribe
   */
  subscribe(listener: (event: ServerEvent, organisationId: string | null) => void): () => void
  /** Events may have been missed: whoever follows them must look afresh. @returns unsubscribe */
  onGap(missed: () => void): () => void
}

/**
 * What a domain keeps for the life of the server beside the database. Each domain adds its own by declaration merging, and makes it in
 * `Domain.parts`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: domains add to it
export interface ContextParts {}

/** What every service gets; built once in `boot.ts`, or by a test. */
export interface AppContext {
  config: Config
  db: Database
  blobs: Blobs
  queue: Queue
  events: ServerEvents
  access: AccessCache
  parts: ContextParts
  log: Logger
  /** The present; tests set it. */
  now: () => Date
}
