import { sql } from 'drizzle-orm'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { type NotificationDetails, type NotificationKind, notificationKinds } from './kinds.ts'
import { addToCount, findOpen, insertNotification, settingOf } from './repository.ts'

/** Seconds until a notification is mailed that was not read meanwhile. */
const mailDelay = 600
/** Milliseconds for which further failures join an unread notification. */
const joinFor = 3600 * 1000

type Context = Pick<AppContext, 'events' | 'now' | 'queue'>

/** A new notification for one user. */
export interface NewNotification<K extends NotificationKind> {
  userId: string
  kind: K
  /** Of the act: the same one is stored once, however often it is told. */
  key: string
  detail: NotificationDetails[K]
  /** Whoever may no longer see the project does not read it either. */
  projectId?: string
  /** The one job that it is about. */
  objectId?: string | undefined
}

/**
 * Tells a user something. Call it in the transaction of the act, so that both are stored or neither. Open pages of the user learn of it at the
 * commit; a mail follows after ten minutes if the user wants one of this kind and has not read it by then.
 */
export const notify = async <K extends NotificationKind>(
  context: Context,
  tx: Executor,
  { kind, key, ...more }: NewNotification<K>,
): Promise<void> => {
  const row = { ...more, kind, key: `${kind} ${key}`, detail: { ...more.detail }, created: context.now() }
  const id = await insertNotification(tx, row)
  if (!id) return
  await context.events.publish({ type: 'notification', user: more.userId }, tx)
  if (notificationKinds[kind].subject === null || !(await wantsMail(tx, more.userId, kind))) return
  await context.queue.enqueue('mail-notification', { notificationId: id }, { tx, singletonKey: id, delay: mailDelay })
}

/**
 * As `notify`, for many of the same in a row: they join the unread one of the last hour, whose `count` grows. Call it where the act happens once,
 * because a second call counts again.
 */
export const notifyJoined = async (
  context: Context,
  tx: Executor,
  notification: NewNotification<'image-failed'> & { projectId: string },
): Promise<void> => {
  const { userId, kind, projectId } = notification
  // Of two at the same time, the second joins the first.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${kind} ${userId} ${projectId}`}, 0))`)
  const open = await findOpen(tx, notification, new Date(context.now().getTime() - joinFor))
  if (!open) return notify(context, tx, notification)
  await addToCount(tx, open)
  await context.events.publish({ type: 'notification', user: userId }, tx)
}

/** Whether the user wants mails of a kind: for mails of its own (`Kind.subject`). */
export const wantsMail = async (db: Executor, userId: string, kind: NotificationKind): Promise<boolean> =>
  (await settingOf(db, userId, kind)).mailed
