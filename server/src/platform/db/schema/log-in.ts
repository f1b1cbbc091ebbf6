import { index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { bytea, moment, partOf } from './columns.ts'

/** Browsers from which a user has logged in: guessing by others does not slow them down. */
export const knownDevices = pgTable(
  'known_devices',
  {
    /** SHA-256 of the cookie's secret; people who share a browser share it. */
    hash: bytea('hash').notNull(),
    userId: partOf('user_id', () => users.id),
    lastUsed: moment('last_used').notNull(),
  },
  (t) => [primaryKey({ columns: [t.hash, t.userId] }), index('known_devices_user').on(t.userId)],
)

/** Authenticator apps (RFC 6238), one per user. */
export const secondFactors = pgTable('second_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The shared secret, sealed with the installation's key. */
  secret: bytea('secret').notNull(),
  /** Null: shown to the user, who has not proven yet that their app has it. */
  confirmed: moment('confirmed'),
  /** The time step (30 s) of the last accepted code: no code is accepted twice. */
  lastStep: integer('last_step'),
})

/** For the day on which the app is lost. A code is deleted when it is used. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: partOf('user_id', () => users.id),
    /** SHA-256 of user and code. */
    hash: bytea('hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.hash] })],
)

/** After the right password, until the second step: minutes, for one log-in. */
export const loginTickets = pgTable(
  'login_tickets',
  {
    hash: bytea('hash').primaryKey(),
    userId: partOf('user_id', () => users.id),
    expires: moment('expires').notNull(),
    /** Codes that were tried with it. */
    attempts: integer('attempts').notNull().default(0),
  },
  (t) => [index('login_tickets_user').on(t.userId), index('login_tickets_expires').on(t.expires)],
)
