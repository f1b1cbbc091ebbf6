import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { createMutex } from '../../platform/db/mutex.ts'
import { ApiError } from '../../platform/http/api-error.ts'

/** A writer whose client is silent for so long gives way to a newer request. */
const stalledAfter = 3_000
/** How long a request waits for another to end: a browser that paused and goes on may be faster than its own abort. */
const patience = 1_000
/** How often another process's lock is tried. */
const interval = 100

/**
 * One writer an upload, over all server processes: inside the process by a map, between processes by advisory locks of
 * PostgreSQL. They all belong to one database session, so that many slow uploads do not use up the connections, and
 * they end with the process, however it ends.
 */
export class UploadLocks {
  readonly #pool: pg.Pool
  readonly #holders = new Map<string, UploadHolder>()
  #session: Promise<pg.PoolClient> | null = null
  readonly #runExclusive = createMutex()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** @throws ApiError ERR_2007 while another request writes */
  async hold<T>(uploadId: string, use: (holder: UploadHolder) => Promise<T>): Promise<T> {
    const present = this.#holders.get(uploadId)
    if (present?.isStalled(stalledAfter)) present.stop()
    if (present) await Promise.race([present.ended, delay(patience, undefined, { ref: false })])
    if (this.#holders.has(uploadId)) throw inUse()
    const holder = new UploadHolder()
    this.#holders.set(uploadId, holder)
    try {
      return await this.#holdAcrossProcesses(uploadId, () => use(holder))
    } finally {
      this.#holders.delete(uploadId)
      holder.end()
      void this.#closeUnusedSession()
    }
  }

  /** Ends the request of this process that writes to the upload, if there is one, and waits for its end. */
  async interrupt(uploadId: string): Promise<void> {
    const holder = this.#holders.get(uploadId)
    holder?.stop()
    await holder?.ended
  }

  async #holdAcrossProcesses<T>(uploadId: string, use: () => Promise<T>): Promise<T> {
    this.#session ??= this.#openSession()
    const session = await this.#session
    const ask = (call: string) =>
      this.#runExclusive(() => session.query(`select ${call}(hashtextextended($1, 0)) as done`, [`upload ${uploadId}`]))
    const locked = async () => (await ask('pg_try_advisory_lock')).rows[0]?.done === true
    for (let waited = 0; !(await locked()); waited += interval) {
      if (waited >= patience) throw inUse()
      await delay(interval)
    }
    try {
      return await use()
    } finally {
      // The answer need not wait for it: who comes next is patient. A session that was lost has lost its locks too.
      ask('pg_advisory_unlock').catch(() => undefined)
    }
  }

  async #openSession(): Promise<pg.PoolClient> {
    const session = await this.#pool.connect()
    session.once('error', this.#lostSession)
    return session
  }

  /** The locks are gone: others may write now, so the writers of this process must not. */
  readonly #lostSession = () => {
    for (const holder of this.#holders.values()) holder.stop()
  }

  async #closeUnusedSession(): Promise<void> {
    const opened = this.#session
    const session = await opened?.catch(() => null)
    // After the last unlock.
    await this.#runExclusive(async () => undefined)
    if (this.#holders.size > 0 || this.#session !== opened) return
    this.#session = null
    session?.off('error', this.#lostSession)
    session?.release()
  }
}

const inUse = () => new ApiError('ERR_2007', undefined, { 'retry-after': '1' })

/** Without a byte for so long a request is ended. */
const idleLimit = 30_000

/** The one request that holds the lock of an upload, and writes: whether its client is still there, and how to end it. */
export class UploadHolder {
  readonly #abort = new AbortController()
  readonly #ended = Promise.withResolvers<void>()
  #idle: NodeJS.Timeout | null = null
  /** Null: it is not waiting for bytes, the server is at work. */
  #lastByte: number | null = null

  /** Aborted when the request has to stop. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  get ended(): Promise<void> {
    return this.#ended.promise
  }

  /** Whether it waits for bytes since so many milliseconds: its connection is likely dead. */
  isStalled(milliseconds: number): boolean {
    return this.#lastByte !== null && performance.now() - this.#lastByte >= milliseconds
  }

  /** To be called before the first and with every received piece. */
  awaitBytes(): void {
    this.#lastByte = performance.now()
    this.#idle ??= setTimeout(() => this.stop(), idleLimit).unref()
    this.#idle.refresh()
  }

  received(): void {
    this.#lastByte = null
    if (this.#idle) clearTimeout(this.#idle)
    this.#idle = null
  }

  stop(): void {
    this.#abort.abort()
  }

  end(): void {
    this.received()
    this.#ended.resolve()
  }
}
