import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** The last turn of each organisation in a queue (ADR 46). Turns older than an hour have no effect and are removed. */
export const jobTurns = pgTable(
  'job_turns',
  {
    queue: text('queue').notNull(),
    /** Not a reference: a turn may outlive its organisation by an hour. */
    organisation: text('organisation').notNull(),
    taken: moment('taken').notNull(),
  },
  (t) => [primaryKey({ columns: [t.queue, t.organisation] })],
)

/** Failed attempts at the same work, also over deleted and newly submitted jobs (ADR 46). */
export const jobAttempts = pgTable('job_attempts', {
  /** As `workKey` gives it. */
  work: text('work').primaryKey(),
  count: integer('count').notNull(),
  last: moment('last').notNull(),
})
