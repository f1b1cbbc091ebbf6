import { serverEvent } from '@lamella/shared/contract'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { ServerEvents } from '../context.ts'
import type { Database } from '../db/database.ts'
import type { Listener } from '../db/listener.ts'

const channel = 'lamella_events'

/** Events travel by PostgreSQL's NOTIFY: to every process, and only when the transaction commits. */
export const createServerEvents = (db: Database, listener: Listener, log: Logger): ServerEvents => {
  const listeners = new Set<Parameters<ServerEvents['subscribe']>[0]>()
  listener.listen(channel, (payload) => {
    const event = serverEvent.safeParse(JSON.parse(payload))
    // Another version of the server may know events that this one does not.
    if (!event.success) return log.debug({ payload }, 'unknown event')
    for (const hear of listeners) hear(event.data)
  })
  return {
    async publish(event, tx = db) {
      await tx.execute(sql`SELECT pg_notify(${channel}, ${JSON.stringify(event)})`)
    },
    subscribe(hear) {
      listeners.add(hear)
      return () => void listeners.delete(hear)
    },
    onGap: (missed) => listener.onLost(missed),
  }
}
