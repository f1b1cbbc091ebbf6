import { type ServerEvent, serverEvent } from '@lamella/shared/contract'
import { eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { ServerEvents } from '../context.ts'
import type { Database } from '../db/database.ts'
import type { Listener } from '../db/listener.ts'
import { projects } from '../db/schema/index.ts'

const channel = 'lamella_events'
/** PostgreSQL refuses notifications of 8000 bytes, and with them the transaction. The rest is for the organisation. */
const mostBytes = 7_900

/**
 * What travels beside the event, between processes only: browsers do not get it. It is absent where the project is gone, and
 * from a process whose build is older than this field, which also ignores it: then every process looks for itself.
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

/** Events travel by PostgreSQL's NOTIFY: to every process, and only when the transaction commits. */
export const createServerEvents = (db: Database, listener: Listener, log: Logger): ServerEvents => {
  const listeners = new Set<Parameters<ServerEvents['subscribe']>[0]>()
  listener.listen(channel, (payload) => {
    const heard = parse(payload)
    // Another version of the server may know events that this one does not.
    if (!heard) return log.debug({ payload }, 'unknown event')
    for (const hear of listeners) hear(heard.event, heard.organisationId)
  })
  return {
    async publish(event, tx = db) {
      const content = JSON.stringify(event)
      // Pages that miss it are no reason to undo what it is about.
      if (Buffer.byteLength(content) > mostBytes)
        return log.error({ type: event.type }, 'an event is too large to be sent')
      // None for a project that is gone: then each process has to look.
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
