import { boolean, pgTable, uuid } from 'drizzle-orm/pg-core'
import { created } from './columns.ts'

/** What this database and its data folder have in common: one row (platform/installation.ts). Not part of backups. */
export const installation = pgTable('installation', {
  id: uuid('id').primaryKey(),
  /** The data folder has the id too. */
  joined: boolean('joined').notNull().default(false),
  created: created(),
})
