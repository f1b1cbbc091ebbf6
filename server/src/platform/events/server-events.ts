import { type ServerEvent, serverEvent } from '@lamella/shared/contract'
import { eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { ServerEvents } from '../context.ts'
import type { Database } from '../db/database.ts'
import type { Listener } from '../db/listener.ts'
import { projects } from '../db/schema/index.ts'

const channel = 'lamella_events'
/** Largest event. PostgreSQL rejects notifications of 8000 bytes, and with them the transaction; the rest is for the organisation's id. */
const mostBytes = 7_900

/**
 * Fields beside the event, between processes only: they are not sent to browsers. They are absent where the project is gone and in
 * events of processes whose build is older than these fields, which ignore them too: then every process queries the database.
 */
const envelope = z.object({ organisation: z.optional(z.uuid()) })

const parse = (payload: string): { event: ServerEvent; organisationId: string | null } | null => {
  try {
    const content: unknown = JSON.parse(payload)
    const { organisation = null } = envelope.parse(content)
    return { event: serverEvent.parse(content), organisationId: organisation }
  } catch {
    return null
  }
}

/** Server events by PostgreSQL's NOTIFY: they reach every process, and only when the transaction commits. */
export const createServerEvents = (db: Database, listener: Listener, log: Logger): ServerEvents => {
  const listeners = new Set<Parameters<ServerEvents['subscribe']>[0]>()
  listener.listen(channel, (payload) => {
    const heard = parse(payload)
    // Another version of the server may send events that are unknown here.
    if (!heard) return log.debug({ payload }, 'unknown event')
    for (const hear of listeners) hear(heard.event, heard.organisationId)
  })
  return {
    async publish(event, tx = db) {
      const content = JSON.stringify(event)
      // Open pages without the news are no reason to roll the change back.
      if (Buffer.byteLength(content) > mostBytes)
        return log.error({ type: event.type }, 'an event is too large to be sent')
      if (!('project' in event)) {
        await tx.execute(sql`SELECT pg_notify(${channel}, ${content})`)
        return
      }
      // Without organisation for a deleted project: then each process queries its roles.
      const organisation = db
        .select({ organisation: sql`jsonb_build_object('organisation', ${projects.organisationId})` })
        .from(projects)
        .where(eq(projects.id, event.project))
      await tx.execute(
        sql`SELECT pg_notify(${channel}, (${content}::jsonb || coalesce((${organisation}), '{}'))::text)`,
      )
    },
    subscribe(hear) {
      listeners.add(hear)
      return () => void listeners.delete(hear)
    },
    onGap: (missed) => listener.onLost(missed),
  }
}
