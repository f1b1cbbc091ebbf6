import * as z from 'zod/mini'
import { data } from './common.ts'
import { endpoint } from './endpoint.ts'

// Apart from the other calls of notifications: every page of the portal loads this one at its start.

/** The count of unread notifications ends here: one more than is shown. */
export const mostUnread = 100

export const countUnread = endpoint({
  method: 'GET',
  path: '/api/v1/notifications/unread',
  summary: `How many of them are unread, at most ${mostUnread}`,
  tag: 'notifications',
  success: { status: 200, body: data(z.object({ count: z.number() })) },
})
