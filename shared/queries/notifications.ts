import { call, callAllPages } from '@lamella/shared/api'
import { listNotificationSettings, listNotifications, type NotificationSetting } from '@lamella/shared/contract'
import type { QueryClient } from '@tanstack/react-query'
import { defineInfiniteQuery, defineQuery, inAllBuilds } from './define-query.ts'

const pageSize = 20

/** The user's notifications, newest first, loaded page by page. @param unread - only those */
export const notificationsQuery = (unread: boolean) =>
  defineInfiniteQuery({
    queryKey: ['notifications', 'list', unread],
    queryFn: ({ signal, pageParam }) => {
      const filter = unread ? ({ 'filter[unread]': 'true' } as const) : {}
      const query = { ...filter, 'page[size]': pageSize, 'page[after]': pageParam }
      return call(listNotifications, { query }, { signal, action: 'notifications.list' })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data, links }) => (links.next ? data.at(-1)?.id : undefined),
  })

/** Which notifications the user wants to see and to get by mail. Without an error page: it is one card of several on its page. */
export const notificationSettingsQuery = defineQuery({
  queryKey: ['notifications', 'settings'],
  queryFn: ({ signal }) => callAllPages(listNotificationSettings, {}, { signal, action: 'notifications.settings' }),
})

/** Invalidates after notifications were marked, or others have come. */
export const notificationsChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['notifications'] })

/** Shows a choice at once, in all front ends of the page. */
export const notificationSettingChosen = (queries: QueryClient, chosen: NotificationSetting): void => {
  queries.setQueriesData<NotificationSetting[]>(inAllBuilds(notificationSettingsQuery.queryKey), (settings) =>
    settings?.map((setting) => (setting.kind === chosen.kind ? chosen : setting)),
  )
}
