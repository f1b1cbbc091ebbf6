import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Database, Executor } from '../db/database.ts'
import type { Listener } from '../db/listener.ts'

const channel = 'lamella_access'

/** Whose rights are no longer what processes remember of them. */
export type AccessChange = z.infer<typeof accessChange>
const accessChange = z.union([
  z.object({ kind: z.enum(['user', 'organisation', 'project']), id: z.uuid() }),
  z.object({ kind: z.literal('everybody') }),
])

/** Tells all processes at once, this one too; in a transaction with its commit. */
export const announceAccessChange = async (db: Executor, change: AccessChange): Promise<void> => {
  await db.execute(sql`SELECT pg_notify(${channel}, ${JSON.stringify(change)})`)
}

/** As `announceAccessChange`, for a change that is stored already: a failure is logged, since others notice the change in seconds. */
export const tellAccessChange =
  (db: Database, log: Logger) =>
  (change: AccessChange): Promise<void> =>
    announceAccessChange(db, change).catch((err) => log.warn({ err }, 'a change of access could not be announced'))

const parse = (payload: string): AccessChange => {
  try {
    return accessChange.parse(JSON.parse(payload))
  } catch {
    // Another version may announce what this one does not know: then it remembers nothing.
    return { kind: 'everybody' }
  }
}

/** @param changed - also called when changes may have been missed */
export const followAccessChanges = (listener: Listener, changed: (change: AccessChange) => void): void => {
  listener.listen(channel, (payload) => changed(parse(payload)))
  listener.onLost(() => changed({ kind: 'everybody' }))
}
