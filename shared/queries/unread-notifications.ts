import { call } from '@lamella/shared/api'
import { countUnread } from '@lamella/shared/contract'
import { defineQuery } from './define-query.ts'

/** Number of the user's unread notifications. Its failures are not shown: the bell is there without a number. */
export const unreadQuery = defineQuery({
  queryKey: ['notifications', 'unread'],
  queryFn: async ({ signal }) => (await call(countUnread, {}, { signal, action: 'notifications.count' })).data.count,
  meta: { changedBy: (event) => event.type === 'notification' },
})
