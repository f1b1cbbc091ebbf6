import type { AppId, RemoteManifest } from '@lamella/shared/contract'
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, moment } from './columns.ts'

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
    reason: text('reason'),
  },
  (t) => [index('release_history_app_at').on(t.app, t.at)],
)

/** What pages told of the versions that they ran, counted per day. */
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
