import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** When an organisation last got a turn in a queue: who waits longest comes next. Old turns mean nothing and are removed. */
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

/** Attempts at the same work that did not end orderly, however often its job was deleted and submitted again. */
export const jobAttempts = pgTable('job_attempts', {
  /** SHA-256 of what is done to which content for whom, hex. */
  work: text('work').primaryKey(),
  count: integer('count').notNull(),
  last: moment('last').notNull(),
})
