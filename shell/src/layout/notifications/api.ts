import { call } from '@lamella/shared/api'
import { markAllRead, markNotification } from '@lamella/shared/contract'

/** Marks one notification as read or unread. */
export const mark = ({ id, read }: { id: string; read: boolean }): Promise<undefined> =>
  call(markNotification, { params: { notificationId: id }, body: { data: { read } } }, { action: 'notifications.mark' })

/** Marks all as read, up to the newest that is shown. */
export const markAll = (upTo: string): Promise<undefined> =>
  call(markAllRead, { body: { data: { upTo } } }, { action: 'notifications.mark-all' })
