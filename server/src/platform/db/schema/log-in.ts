import { index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { bytea, moment, partOf } from './columns.ts'

/** Browsers from which a user has logged in: failed attempts elsewhere do not slow them down (ADR 43). */
export const knownDevices = pgTable(
  'known_devices',
  {
    /** SHA-256 of the secret in the cookie; users who share a browser share it. */
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
  /** The shared secret, sealed with the key of the installation. */
  secret: bytea('secret').notNull(),
  /** Null: the secret was shown, but not yet confirmed by a code of the app. */
  confirmed: moment('confirmed'),
  /** Time step (30 s) of the last accepted code, so that no code is accepted twice. */
  lastStep: integer('last_step'),
})

/** Replace the app when it is lost. A code is deleted when it is used. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: partOf('user_id', () => users.id),
    /** SHA-256 of user and code. */
    hash: bytea('hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.hash] })],
)

/** Log-ins between the right password and the second step: valid for five minutes and one log-in. */
export const loginTickets = pgTable(
  'login_tickets',
  {
    hash: bytea('hash').primaryKey(),
    userId: partOf('user_id', () => users.id),
    expires: moment('expires').notNull(),
    /** Number of codes that were tried with the ticket. */
    attempts: integer('attempts').notNull().default(0),
    /** Not null: it was used. The answer, sealed, for a client that repeats the call because it was lost (ADR 43). */
    answer: bytea('answer'),
  },
  (t) => [index('login_tickets_user').on(t.userId), index('login_tickets_expires').on(t.expires)],
)
