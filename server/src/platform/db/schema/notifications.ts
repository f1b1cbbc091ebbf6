import type { RestrictionKey } from '@lamella/shared/contract'
import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { organisations, users } from './accounts.ts'
import { created, id, moment, partOf } from './columns.ts'
import { projects } from './projects.ts'

/** What concerns a user (ADR 83). */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: partOf('user_id', () => users.id),
    kind: text('kind').notNull(),
    /** Of the act: what is told a second time is stored once. */
    key: text('key').notNull(),
    /** Whoever may no longer see the project does not read it either. Null: of no project. */
    projectId: uuid('project_id').references(() => projects.id, { onDelete: 'cascade' }),
    /** The one object that it is about, which may be gone; null: several or none. */
    objectId: uuid('object_id'),
    /** Names and numbers for its words. */
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull(),
    created: created(),
    read: moment('read'),
  },
  (t) => [
    unique('notifications_user_key').on(t.userId, t.key),
    index('notifications_user').on(t.userId, t.id),
    index('notifications_unread').on(t.userId, t.id).where(sql`read IS NULL`),
    index('notifications_project').on(t.projectId),
    index('notifications_created').on(t.created),
  ],
)

/** What users have chosen for a kind of notifications; without a row its defaults hold. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    userId: partOf('user_id', () => users.id),
    kind: text('kind').notNull(),
    shown: boolean('shown').notNull(),
    mailed: boolean('mailed').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] })],
)

/** Limits of which an organisation uses so much that its admins were told. */
export const nearLimits = pgTable(
  'near_limits',
  {
    organisationId: partOf('organisation_id', () => organisations.id),
    limit: text('limit').$type<RestrictionKey>().notNull(),
    since: moment('since').notNull(),
  },
  (t) => [primaryKey({ columns: [t.organisationId, t.limit] })],
)
