import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { createMutex } from './mutex.ts'

/** A dedicated connection that receives notifications and holds advisory locks of its session. */
export interface Listener {
  /** @param channel - of `[a-z_]` @returns stop listening */
  listen(channel: string, heard: (payload: string) => void): () => void
  /** Called when the connection was lost: notifications may have been missed, and the locks are released. @returns stop */
  onLost(lost: () => void): () => void
  query<R extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<R[]>
  close(): Promise<void>
}

const longestPause = 5_000

/** Opens the connection, and opens it again whenever it is lost, until `close`. @throws Error when the first attempt fails */
export const createListener = async (url: string, log: Logger): Promise<Listener> => {
  const heardBy = new Map<string, Set<(payload: string) => void>>()
  const losers = new Set<() => void>()
  let isClosed = false

  const open = async (): Promise<pg.Client> => {
    const next = new pg.Client({ connectionString: url, application_name: 'lamella listener', keepAlive: true })
    next.on('notification', ({ channel, payload = '' }) => {
      for (const heard of heardBy.get(channel) ?? []) heard(payload)
    })
    next.on('error', (error) => log.warn({ err: error }, 'the connection for notifications was lost'))
    await next.connect()
    // A vanished host loses its locks within half a minute.
    await next.query('SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3')
    for (const channel of heardBy.keys()) await next.query(`LISTEN ${channel}`)
    next.on('end', () => void reopen())
    return next
  }

  const reopen = async (): Promise<void> => {
    if (isClosed) return
    for (const lost of losers) lost()
    for (let pause = 100; !isClosed; pause = Math.min(pause * 2, longestPause)) {
      try {
        client = await open()
        return
      } catch (error) {
        log.warn({ err: error }, 'the connection for notifications cannot be opened')
        await delay(pause)
      }
    }
  }

  let client = await open()
  const runExclusive = createMutex()
  const query = <R extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<R[]> =>
    runExclusive(async () => (await client.query<R>(text, values)).rows)
  return {
    query,
    listen(channel, heard) {
      if (!/^[a-z_]+$/.test(channel)) throw new Error(`"${channel}" is not a channel`)
      const all = heardBy.get(channel) ?? new Set()
      if (all.size === 0) query(`LISTEN ${channel}`, []).catch((err) => log.warn({ err }, 'LISTEN failed'))
      heardBy.set(channel, all.add(heard))
      return () => void all.delete(heard)
    },
    onLost(lost) {
      losers.add(lost)
      return () => void losers.delete(lost)
    },
    async close() {
      isClosed = true
      await runExclusive(() => client.end())
    },
  }
}
