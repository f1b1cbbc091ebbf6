import type { InvitationRole } from '@lamella/shared/contract'
import { boolean, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { bytea, created, id, moment, partOf } from './columns.ts'

export const organisations = pgTable('organisations', {
  id: id(),
  name: text('name').notNull(),
  sector: text('sector'),
  /** Its admin and owner (D1-1-07); set in the transaction that creates both. */
  adminId: uuid('admin_id'),
  /** Members without a second factor can only set one up. */
  secondFactorRequired: boolean('second_factor_required').notNull().default(false),
  created: created(),
})

export const users = pgTable(
  'users',
  {
    id: id(),
    organisationId: partOf('organisation_id', () => organisations.id),
    /** Lower case. */
    email: text('email').notNull().unique(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** argon2id, PHC string. */
    passwordHash: text('password_hash').notNull(),
    isAdmin: boolean('is_admin').notNull().default(false),
    isGuest: boolean('is_guest').notNull().default(false),
    /** May see and change the releases of this installation (ADR 61). */
    operator: boolean('operator').notNull().default(false),
    active: boolean('active').notNull().default(true),
    agreementTerms: boolean('agreement_terms').notNull().default(false),
    agreementPrivacy: boolean('agreement_privacy').notNull().default(false),
    phoneNumber: text('phone_number'),
    additionalInformation: jsonb('additional_information').$type<Record<string, string>>(),
    created: created(),
    lastActive: moment('last_active'),
  },
  (t) => [index('users_organisation').on(t.organisationId)],
)

/** One log-in on one device, with the family of its refresh tokens. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: partOf('user_id', () => users.id),
    created: created(),
    /** Time of the last refresh; null: none since the log-in. */
    lastUsed: moment('last_used'),
    /** Browser and system, e.g. `Firefox on Linux`. */
    device: text('device'),
    expires: moment('expires').notNull(),
    revoked: moment('revoked'),
  },
  (t) => [index('sessions_user').on(t.userId)],
)

export const accessTokens = pgTable(
  'access_tokens',
  {
    /** SHA-256 of the opaque token. */
    hash: bytea('hash').primaryKey(),
    sessionId: partOf('session_id', () => sessions.id),
    expires: moment('expires').notNull(),
  },
  (t) => [index('access_tokens_session').on(t.sessionId), index('access_tokens_expires').on(t.expires)],
)

export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: bytea('hash').primaryKey(),
    sessionId: partOf('session_id', () => sessions.id),
    used: moment('used'),
    /** The answer that was given for the token, sealed with a key derived from the token: for the 60 s of grace (ADR 20). */
    successor: bytea('successor'),
  },
  (t) => [index('refresh_tokens_session').on(t.sessionId)],
)

/** Secrets of mailed links, each for a single use. */
export const linkTokens = pgTable('link_tokens', {
  hash: bytea('hash').primaryKey(),
  purpose: text('purpose', { enum: ['signup', 'password-reset'] }).notNull(),
  email: text('email').notNull(),
  expires: moment('expires').notNull(),
  used: moment('used'),
})

/** Pending invitations: accepting one creates the user and deletes the row. */
export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    organisationId: partOf('organisation_id', () => organisations.id),
    /** As `normaliseEmail` writes it. */
    email: text('email').notNull(),
    role: text('role').$type<InvitationRole>().notNull(),
    message: text('message').notNull().default(''),
    invitedBy: uuid('invited_by').references(() => users.id, { onDelete: 'set null' }),
    /** SHA-256 of the secret in the mailed link. */
    tokenHash: bytea('token_hash').notNull(),
    /** Made to share projects (`invitationProjects`): it ends with the last of them. */
    forProjects: boolean('for_projects').notNull().default(false),
    created: created(),
    expires: moment('expires').notNull(),
  },
  (t) => [unique('invitations_organisation_email').on(t.organisationId, t.email)],
)

/** Pictures of users (ADR 22). */
export const avatars = pgTable('avatars', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** First 16 hex digits of the picture's SHA-256. */
  version: text('version').notNull(),
  /** WebP, 256 × 256 pixels, encoded by this server. */
  picture: bytea('picture').notNull(),
})

/** The OAuth client of the portal: one row, created by the first server. Its secret is published to every browser (D1-3-33). */
export const clientApps = pgTable('client_apps', {
  appId: text('app_id').primaryKey(),
  appSecret: text('app_secret').notNull(),
  created: created(),
})

/** Attempts in a window, counted over all processes. The key is a hash, so that no address is kept. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: bytea('key').primaryKey(),
    attempts: integer('attempts').notNull(),
    resets: moment('resets').notNull(),
    /** For delays (failure-delays.ts): no attempt before this moment. Null: for limits, which refuse until `resets`. */
    nextAttempt: moment('next_attempt'),
  },
  (t) => [index('rate_limits_resets').on(t.resets)],
)

/** Append-only log of the acts of users. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    at: moment('at').notNull().defaultNow(),
    organisationId: uuid('organisation_id'),
    userId: uuid('user_id'),
    /** Verb in the past with its object, e.g. `project.created`. */
    action: text('action').notNull(),
    objectType: text('object_type'),
    objectId: text('object_id'),
    detail: jsonb('detail').$type<Record<string, unknown>>(),
    requestId: text('request_id'),
  },
  (t) => [
    index('audit_log_organisation_at').on(t.organisationId, t.at),
    // Ids sort by time and are the cursors of its pages.
    index('audit_log_organisation_id').on(t.organisationId, t.id),
  ],
)
