import type { AppId, RemoteManifest, TokenAction } from '@lamella/shared/contract'
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { bytea, created, id, moment, partOf } from './columns.ts'

/** A published version of a front end. Its files are in blobs under `releases/<app>/<version>/`. */
export const releases = pgTable(
  'releases',
  {
    app: text('app').$type<AppId>().notNull(),
    version: text('version').notNull(),
    /** `sha256-…` over the sorted list of files and their hashes. */
    integrity: text('integrity').notNull(),
    /** Path → SHA-256, hex. */
    files: jsonb('files').$type<Record<string, string>>().notNull(),
    /** The manifest of the build, and the other origin that has its files, if it is not the portal's own (ADR 63). */
    manifest: jsonb('manifest').$type<RemoteManifest & { origin?: string }>().notNull(),
    complete: boolean('complete').notNull().default(false),
    /** What is new, for the operator who activates it. */
    notes: text('notes'),
    published: moment('published').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.app, t.version] })],
)

/** The active versions, replaced in one transaction. The percentages of an app add up to 100. */
export const activeReleases = pgTable(
  'active_releases',
  {
    app: text('app').$type<AppId>().notNull(),
    version: text('version').notNull(),
    traffic: integer('traffic').notNull(),
  },
  (t) => [primaryKey({ columns: [t.app, t.version] })],
)

/** Append-only; the active versions follow from it (ADR 11). */
export const releaseHistory = pgTable(
  'release_history',
  {
    id: id(),
    at: moment('at').notNull().defaultNow(),
    app: text('app').$type<AppId>().notNull(),
    action: text('action', { enum: ['publish', 'activate', 'rollback'] }).notNull(),
    version: text('version').notNull(),
    traffic: integer('traffic'),
    actor: text('actor').notNull(),
    /** Done although the release did not fit what was active. */
    forced: boolean('forced').notNull().default(false),
    /** What did not fit then, as sentences. Null: nothing, or an older server forced it. */
    misfits: jsonb('misfits').$type<string[]>(),
    reason: text('reason'),
    /** Of an activation with less than all traffic. Null: by older servers, or for a share of all browsers only. */
    trial: jsonb('trial').$type<StoredTrial>(),
  },
  (t) => [index('release_history_app_at').on(t.app, t.at)],
)

/** How a version is on trial. Users and organisations by id: they may be gone by now. */
export interface StoredTrial {
  /** ISO 8601, kept when the trial is changed; so are who started it, and why. */
  started: string
  by: string
  reason: string | null
  users: string[]
  organisations: string[]
  limits: { failures: number; minimum: number }
  /** Hours since the start; null: by hand only. */
  promoteAfter: number | null
  /** ISO 8601; null: open. */
  until: string | null
}

/** Versions that were removed, with their integrity: the same version never comes again with other content. */
export const removedReleases = pgTable(
  'removed_releases',
  {
    app: text('app').$type<AppId>().notNull(),
    version: text('version').notNull(),
    integrity: text('integrity').notNull(),
    at: moment('at').notNull(),
    actor: text('actor').notNull(),
    reason: text('reason'),
  },
  (t) => [primaryKey({ columns: [t.app, t.version] })],
)

/** How versions of apps on trial worked for users whom the server gave them: at most one row per user and version (ADR 61). */
export const versionReports = pgTable(
  'version_reports',
  {
    app: text('app').$type<AppId>().notNull(),
    version: text('version').notNull(),
    userId: partOf('user_id', () => users.id),
    /** The last one of each kind. */
    loaded: moment('loaded'),
    failed: moment('failed'),
  },
  (t) => [primaryKey({ columns: [t.app, t.version, t.userId] })],
)

/** Tokens of tools, each for some apps and actions. */
export const operatorTokens = pgTable('operator_tokens', {
  id: id(),
  name: text('name').notNull().unique(),
  /** SHA-256 of the secret. */
  hash: bytea('hash').notNull().unique(),
  apps: jsonb('apps').$type<AppId[]>().notNull(),
  may: jsonb('may').$type<TokenAction[]>().notNull(),
  created: created(),
  createdBy: text('created_by').notNull(),
  expires: moment('expires'),
  lastUsed: moment('last_used'),
})

/** What pages told of the versions that they ran, counted per hour. */
export const versionHours = pgTable(
  'version_hours',
  {
    hour: moment('hour').notNull(),
    app: text('app').notNull(),
    version: text('version').notNull(),
    /** `session`, `failure <stage>`, `error`, or a timing such as `load` or `LCP`. */
    measure: text('measure').notNull(),
    /** Of a timing: index of the first bound that the value does not exceed; of others 0. */
    bucket: integer('bucket').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.hour, t.app, t.version, t.measure, t.bucket] })],
)

/** The same per day, written by servers until contract 1.3; read for a week after their last one. */
export const versionMeasurements = pgTable(
  'version_measurements',
  {
    day: date('day').notNull(),
    app: text('app').notNull(),
    version: text('version').notNull(),
    /** `failure <stage>`, `error`, or a timing such as `load` or `LCP`. */
    measure: text('measure').notNull(),
    /** Of a timing: index of the first bound that the value does not exceed; of others 0. */
    bucket: integer('bucket').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.app, t.version, t.measure, t.bucket] })],
)
