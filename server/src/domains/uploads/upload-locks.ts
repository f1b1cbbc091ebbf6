import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { AppContext } from '../../platform/context.ts'
import { createMutex } from '../../platform/db/mutex.ts'
import { ApiError } from '../../platform/http/api-error.ts'

/** Milliseconds of silence after which a writer gives way to a newer request. */
const stalledAfter = 3_000
/** Milliseconds that a request waits for another one to end: a browser that resumes may be faster than the abort of its paused request. */
const patience = 1_000
/** Milliseconds between two tries to take a lock that another process holds. */
const interval = 100

/** Requests to the process that holds the lock of an upload: `<wanted or discarded> <upload>`. */
const channel = 'lamella_uploads'

/**
 * One writer per upload over all server processes: within a process by a map, between processes by advisory locks of PostgreSQL. All
 * locks of a process belong to one database session, so that many slow uploads do not use up the connections; the locks end with the
 * process.
 */
export class UploadLocks {
  readonly #pool: pg.Pool
  readonly #holders = new Map<string, UploadHolder>()
  #session: Promise<pg.PoolClient> | null = null
  readonly #runExclusive = createMutex()

  constructor(pool: pg.Pool, signals: AppContext['signals']) {
    this.#pool = pool
    signals.listen(channel, (request) => {
      const [reason, uploadId = ''] = request.split(' ')
      const holder = this.#holders.get(uploadId)
      if (reason === 'discarded' || holder?.isStalled(stalledAfter)) holder?.stop()
    })
  }

  /** Runs with the lock of an upload. @throws ApiError ERR_2007 while another request holds it */
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

  /** Aborts the request that holds the lock, if any: waits for its end in this process, and tells the others. */
  async interrupt(uploadId: string): Promise<void> {
    const holder = this.#holders.get(uploadId)
    holder?.stop()
    await holder?.ended
    await this.#pool.query('select pg_notify($1, $2)', [channel, `discarded ${uploadId}`])
  }

  async #holdAcrossProcesses<T>(uploadId: string, use: () => Promise<T>): Promise<T> {
    this.#session ??= this.#openSession()
    const session = await this.#session
    const ask = (call: string) =>
      this.#runExclusive(() => session.query(`select ${call}(hashtextextended($1, 0)) as done`, [`upload ${uploadId}`]))
    const locked = async () => (await ask('pg_try_advisory_lock')).rows[0]?.done === true
    for (let waited = 0; !(await locked()); waited += interval) {
      // The request of the other process may be one whose client is gone.
      if (waited === 0) await this.#pool.query('select pg_notify($1, $2)', [channel, `wanted ${uploadId}`])
      if (waited >= patience) throw inUse()
      await delay(interval)
    }
    try {
      return await use()
    } finally {
      // Not awaited: the next request waits for the lock. A lost session has released its locks already.
      ask('pg_advisory_unlock').catch(() => undefined)
    }
  }

  async #openSession(): Promise<pg.PoolClient> {
    const session = await this.#pool.connect()
    session.once('error', this.#lostSession)
    return session
  }

  /** The locks are released: other processes may write now, so the writers of this process must stop. The next opens another session. */
  readonly #lostSession = () => {
    for (const holder of this.#holders.values()) holder.stop()
    const lost = this.#session
    this.#session = null
    void lost?.then((session) => session.release(true))
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

/** Milliseconds without a byte after which a request is aborted. */
const idleLimit = 30_000

/** The request that holds the lock of an upload: its abort signal, and the time since its last byte. */
export class UploadHolder {
  readonly #abort = new AbortController()
  readonly #ended = Promise.withResolvers<void>()
  #idle: NodeJS.Timeout | null = null
  /** Time of the last byte; null: it is not waiting for bytes, the server is working. */
  #lastByte: number | null = null

  /** Aborted when the request has to stop. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  get ended(): Promise<void> {
    return this.#ended.promise
  }

  /** Whether it has waited for bytes for so many milliseconds: its connection is probably dead. */
  isStalled(milliseconds: number): boolean {
    return this.#lastByte !== null && performance.now() - this.#lastByte >= milliseconds
  }

  /** To be called before the first piece and with every received piece: from now on the next one is waited for. */
  noteByte(): void {
    this.#lastByte = performance.now()
    this.#idle ??= setTimeout(() => this.stop(), idleLimit).unref()
    this.#idle.refresh()
  }

  /** To be called after the last piece: from now on the server is working. */
  stopWaiting(): void {
    this.#lastByte = null
    if (this.#idle) clearTimeout(this.#idle)
    this.#idle = null
  }

  stop(): void {
    this.#abort.abort()
  }

  end(): void {
    this.stopWaiting()
    this.#ended.resolve()
  }
}
