import * as z from 'zod/mini'
import { data, id, page, pageQuery, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { text } from './text.ts'

/**
 * Something that happened and concerns the user. The server makes its words and its address, so that a page which is older than a kind shows it all
 * the same: kind and tone only choose a picture.
 */
export const notification = z.object({
  id,
  /** For example `analysis-finished`; a newer server may send others. */
  kind: z.string(),
  /** `success`, `error`, `warning` or `info`; a newer server may send others. */
  tone: z.string(),
  /** One sentence without full stop. */
  title: z.string(),
  /** More about it; may be empty. */
  text: z.string(),
  /** Path in the portal of what it is about. */
  link: z.string(),
  created: timestamp,
  read: z.boolean(),
})
export type Notification = z.infer<typeof notification>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/v1/notifications',
  summary: 'What concerns the user and they may still see, newest first; kept for 90 days',
  tag: 'notifications',
  query: z.extend(pageQuery, { 'filter[unread]': z.optional(z.literal('true')) }),
  success: { status: 200, body: page(notification) },
})

export const markNotification = endpoint({
  method: 'PATCH',
  path: '/api/v1/notifications/:notificationId',
  summary: 'Mark one as read or unread',
  tag: 'notifications',
  params: z.object({ notificationId: id }),
  body: data(z.object({ read: z.boolean() })),
  success: { status: 204, body: null },
})

export const markAllRead = endpoint({
  method: 'POST',
  path: '/api/v1/notifications/read',
  summary: 'Mark all as read, up to the newest one that the user has seen',
  tag: 'notifications',
  body: data(z.object({ upTo: id })),
  success: { status: 204, body: null },
})

/** Whether notifications of one kind are shown and mailed. */
const notificationSetting = z.object({
  kind: z.string(),
  title: z.string(),
  description: z.string(),
  shown: z.boolean(),
  mailed: z.boolean(),
})
export type NotificationSetting = z.infer<typeof notificationSetting>

export const listNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/v1/notifications/settings',
  summary: 'The kinds of notifications that can concern the user, and whether these are shown and mailed',
  tag: 'notifications',
  success: { status: 200, body: page(notificationSetting) },
})

export const changeNotificationSetting = endpoint({
  method: 'PUT',
  path: '/api/v1/notifications/settings/:kind',
  summary: 'Choose whether notifications of a kind are shown and mailed',
  tag: 'notifications',
  params: z.object({ kind: text.check(z.maxLength(64)) }),
  body: data(z.object({ shown: z.boolean(), mailed: z.boolean() })),
  success: { status: 204, body: null },
})
