import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { createInTurn } from '../../platform/db/in-turn.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { UploadWriter } from './upload-writer.ts'

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
  readonly #writers = new Map<string, UploadWriter>()
  #session: Promise<pg.PoolClient> | null = null
  readonly #inTurn = createInTurn()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** @throws ApiError ERR_2007 while another request writes */
  async hold<T>(uploadId: string, use: (writer: UploadWriter) => Promise<T>): Promise<T> {
    const present = this.#writers.get(uploadId)
    if (present?.isStalled(stalledAfter)) present.stop()
    if (present) await Promise.race([present.ended, setTimeout(patience, undefined, { ref: false })])
    if (this.#writers.has(uploadId)) throw inUse()
    const writer = new UploadWriter()
    this.#writers.set(uploadId, writer)
    try {
      return await this.#holdAcrossProcesses(uploadId, () => use(writer))
    } finally {
      this.#writers.delete(uploadId)
      writer.end()
      void this.#closeUnusedSession()
    }
  }

  /** Ends the request of this process that writes to the upload, if there is one, and waits for its end. */
  async interrupt(uploadId: string): Promise<void> {
    const writer = this.#writers.get(uploadId)
    writer?.stop()
    await writer?.ended
  }

  async #holdAcrossProcesses<T>(uploadId: string, use: () => Promise<T>): Promise<T> {
    this.#session ??= this.#openSession()
    const session = await this.#session
    const ask = (call: string) =>
      this.#inTurn(() => session.query(`select ${call}(hashtextextended($1, 0)) as done`, [`upload ${uploadId}`]))
    const locked = async () => (await ask('pg_try_advisory_lock')).rows[0]?.done === true
    for (let waited = 0; !(await locked()); waited += interval) {
      if (waited >= patience) throw inUse()
      await setTimeout(interval)
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
    for (const writer of this.#writers.values()) writer.stop()
  }

  async #closeUnusedSession(): Promise<void> {
    const opened = this.#session
    const session = await opened?.catch(() => null)
    // After the last unlock.
    await this.#inTurn(async () => undefined)
    if (this.#writers.size > 0 || this.#session !== opened) return
    this.#session = null
    session?.off('error', this.#lostSession)
    session?.release()
  }
}

const inUse = () => new ApiError('ERR_2007', undefined, { 'retry-after': '1' })
