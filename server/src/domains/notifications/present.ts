import type { Notification } from '@lamella/shared/contract'
import { isNotificationKind, type NotificationDetails, type NotificationKind } from './kinds.ts'
import type { ToldRow } from './repository.ts'
import { type Words, wordsOf } from './words.ts'

/** The words of a stored notification. Its details have the form of its kind, because `notify` writes no others. */
export const wordsOfRow = ({ notification: { kind, detail }, project, objectId }: ToldRow): Words => {
  if (!isNotificationKind(kind)) throw new Error(`There is no kind ${kind} of notifications`)
  return wordsOf(kind, {
    detail: detail as unknown as NotificationDetails[NotificationKind],
    project,
    objectId,
  } as never)
}

/** A notification as the API shows it. */
export const presentNotification = (row: ToldRow): Notification => {
  const { id, kind, created, read } = row.notification
  return { id, kind, ...wordsOfRow(row), created: created.toISOString(), read: read !== null }
}
