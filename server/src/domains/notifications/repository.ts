import { and, desc, eq, inArray, isNull, lt, lte, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { analysisJobs, notificationSettings, notifications, projects, users } from '../../platform/db/schema/index.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { isVisibleTo } from '../projects/index.ts'
import { kindsFor, type NotificationKind, notificationKinds } from './kinds.ts'

type NotificationRow = typeof notifications.$inferSelect
/** Whose notifications are read, and by which rights. */
export type Reader = Pick<Principal, 'userId' | 'organisationId' | 'isAdmin' | 'isGuest'>

/** A notification with what its words need from elsewhere. */
export interface ToldRow {
  notification: NotificationRow
  project: { id: string; name: string } | null
  /** Id of its object if that still exists. */
  objectId: string | null
}

/** @returns null when the same was stored before */
export const insertNotification = async (
  tx: Executor,
  row: typeof notifications.$inferInsert,
): Promise<string | null> => {
  const target = [notifications.userId, notifications.key]
  const [stored] = await tx
    .insert(notifications)
    .values(row)
    .onConflictDoNothing({ target })
    .returning({ id: notifications.id })
  return stored?.id ?? null
}

const hidden = (db: Executor, userId: string) =>
  db
    .select({ kind: notificationSettings.kind })
    .from(notificationSettings)
    .where(and(eq(notificationSettings.userId, userId), eq(notificationSettings.shown, false)))

/** Condition: the user may read it at this moment. Without the kinds that they do not want to see unless `withHidden`. */
const isReadableBy = (db: Executor, reader: Reader, withHidden = false): SQL | undefined =>
  and(
    eq(notifications.userId, reader.userId),
    inArray(notifications.kind, kindsFor(reader)),
    withHidden ? undefined : notInArray(notifications.kind, hidden(db, reader.userId)),
    or(isNull(notifications.projectId), isVisibleTo(db, reader)),
  )

const selectTold = (db: Executor) =>
  db
    .select({
      notification: notifications,
      project: { id: projects.id, name: projects.name },
      objectId: analysisJobs.id,
    })
    .from(notifications)
    .leftJoin(projects, eq(projects.id, notifications.projectId))
    .leftJoin(analysisJobs, eq(analysisJobs.id, notifications.objectId))

/** One page and one more row, newest first. */
export const listReadable = (
  db: Executor,
  reader: Reader,
  { after, limit, unread }: { after: string | undefined; limit: number; unread: boolean },
): Promise<ToldRow[]> =>
  selectTold(db)
    .where(
      and(
        isReadableBy(db, reader),
        unread ? isNull(notifications.read) : undefined,
        after ? lt(notifications.id, after) : undefined,
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(limit)

/** Null: there is no such notification, or its receiver may not read it (any more). Also of kinds that they do not want to see. */
export const findReadable = async (db: Executor, reader: Reader, id: string): Promise<ToldRow | null> =>
  (await selectTold(db).where(and(eq(notifications.id, id), isReadableBy(db, reader, true))))[0] ?? null

/** Number of unread ones that the user may read, at most `most`. */
export const countUnreadOf = async (db: Executor, reader: Reader, most: number): Promise<number> => {
  const some = db
    .select({ id: notifications.id })
    .from(notifications)
    .leftJoin(projects, eq(projects.id, notifications.projectId))
    .where(and(isReadableBy(db, reader), isNull(notifications.read)))
    .limit(most)
  return (await some).length
}

/** Marks one. @returns false: there is no such notification of the user */
export const setRead = async (db: Executor, userId: string, id: string, read: Date | null): Promise<boolean> => {
  const { rowCount } = await db
    .update(notifications)
    .set({ read })
    .where(and(eq(notifications.id, id), eq(notifications.userId, userId)))
  return rowCount === 1
}

/** Marks all that are not newer than `upTo`. */
export const setAllRead = async (db: Executor, userId: string, upTo: string, read: Date): Promise<void> => {
  await db
    .update(notifications)
    .set({ read })
    .where(and(eq(notifications.userId, userId), lte(notifications.id, upTo), isNull(notifications.read)))
}

/** The newest unread one of a kind and project since a moment, locked; null: none. */
export const findOpen = async (
  tx: Executor,
  { userId, kind, projectId }: { userId: string; kind: NotificationKind; projectId: string },
  since: Date,
): Promise<string | null> => {
  const [row] = await tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        eq(notifications.kind, kind),
        eq(notifications.projectId, projectId),
        isNull(notifications.read),
        sql`${notifications.created} > ${since.toISOString()}`,
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(1)
    .for('update')
  return row?.id ?? null
}

/** Adds one to the `count` in the details. */
export const addToCount = async (tx: Executor, id: string): Promise<void> => {
  const { detail } = notifications
  const increased = sql`jsonb_set(${detail}, '{count}', to_jsonb((${detail}->>'count')::int + 1))`
  await tx.update(notifications).set({ detail: increased }).where(eq(notifications.id, id))
}

/** What a user has chosen for a kind, or its defaults. */
export const settingOf = async (
  db: Executor,
  userId: string,
  kind: NotificationKind,
): Promise<{ shown: boolean; mailed: boolean }> => {
  const [chosen] = await db
    .select({ shown: notificationSettings.shown, mailed: notificationSettings.mailed })
    .from(notificationSettings)
    .where(and(eq(notificationSettings.userId, userId), eq(notificationSettings.kind, kind)))
  return chosen ?? notificationKinds[kind]
}

/** Stores what a user chooses for a kind. */
export const saveSetting = async (
  db: Executor,
  row: { userId: string; kind: NotificationKind; shown: boolean; mailed: boolean },
): Promise<void> => {
  const { shown, mailed } = row
  const target = [notificationSettings.userId, notificationSettings.kind]
  await db.insert(notificationSettings).values(row).onConflictDoUpdate({ target, set: { shown, mailed } })
}

/** The receiver of a notification. Null: it is gone, or they cannot log in. */
export const findReceiver = async (db: Executor, id: string): Promise<(Reader & { email: string }) | null> => {
  const [row] = await db
    .select({
      userId: users.id,
      organisationId: users.organisationId,
      isAdmin: users.isAdmin,
      isGuest: users.isGuest,
      email: users.email,
    })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.userId))
    .where(and(eq(notifications.id, id), users.active))
  return row ?? null
}

/** Part of the hourly clean-up. */
export const deleteOlderThan = async (db: Executor, moment: Date): Promise<void> => {
  await db.delete(notifications).where(sql`${notifications.created} < ${moment.toISOString()}`)
}
