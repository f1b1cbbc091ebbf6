import { type AnyPgColumn, customType, timestamp, uuid } from 'drizzle-orm/pg-core'
import { uuidv7 } from 'uuidv7'

/** Primary key: a UUID of version 7, so that ids sort by time and can be page cursors. */
export const id = () => uuid('id').primaryKey().$defaultFn(uuidv7)

/** Reference to the row that this one is part of: it is deleted with that row. */
export const partOf = (name: string, whole: () => AnyPgColumn) =>
  uuid(name).notNull().references(whole, { onDelete: 'cascade' })

/** Reference to a row that cannot be deleted while this one exists. */
export const needs = (name: string, row: () => AnyPgColumn) => uuid(name).notNull().references(row)

/** Timestamp in UTC with milliseconds. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/** When the row was inserted, by default by the clock of the database. */
export const created = () => moment('created').notNull().defaultNow()
/** When the row was last changed. Statements set it: there is no trigger. */
export const modified = () => moment('modified').notNull().defaultNow()

/** Binary column. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
