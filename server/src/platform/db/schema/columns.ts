import { type AnyPgColumn, customType, timestamp, uuid } from 'drizzle-orm/pg-core'
import { uuidv7 } from 'uuidv7'

/** Primary key: a UUID of version 7, so that ids sort by time and can be page cursors. */
export const id = () => uuid('id').primaryKey().$defaultFn(uuidv7)

/** Names the row that this one is part of, and with which it goes. */
export const partOf = (name: string, whole: () => AnyPgColumn) =>
  uuid(name).notNull().references(whole, { onDelete: 'cascade' })

/** Names a row that cannot go while this one is there. */
export const needs = (name: string, row: () => AnyPgColumn) => uuid(name).notNull().references(row)

/** A moment in UTC, milliseconds. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

export const created = () => moment('created').notNull().defaultNow()
export const modified = () => moment('modified').notNull().defaultNow()

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
