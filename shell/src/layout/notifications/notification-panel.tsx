import { notificationsQuery } from '@lamella/shared/queries'
import { ErrorState, LoadingRows, queryError, TabCount } from '@lamella/shared/ui'
import { Anchor, Button, Tabs, Title, UnstyledButton } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import css from './notification-panel.module.css'
import { NotificationRow } from './notification-row.tsx'
import { useMarking } from './use-marking.ts'

export interface NotificationPanelProps {
  titleId: string
  /** Number of unread notifications. */
  unread: number
  /** Moment of that number: the list is read again with it. */
  newest: number
  onClose: () => void
}

type Tab = 'all' | 'unread'

/** What is in the bell: all or the unread notifications, newest first. */
const NotificationPanel = ({ titleId, unread, newest, onClose }: NotificationPanelProps) => {
  const [tab, setTab] = useState<Tab>('all')
  const list = useInfiniteQuery(notificationsQuery(tab === 'unread'))
  const { mark, markAll } = useMarking()
  const { refetch } = list
  const seen = useRef(newest)
  useEffect(() => {
    if (seen.current !== newest) void refetch()
    seen.current = newest
  }, [newest, refetch])

  const rows = list.data?.pages.flatMap(({ data }) => data)
  const [first] = rows ?? []
  const error = queryError('Your notifications could not be retrieved', list)
  return (
    <>
      <div className={css.head}>
        <Title order={2} size="h4" id={titleId}>
          Notifications
        </Title>
        <UnstyledButton
          className={css.action}
          disabled={unread === 0 || !first || markAll.isPending}
          onClick={() => first && markAll.mutate(first.id)}
        >
          Mark all as read
        </UnstyledButton>
      </div>
      <Tabs value={tab} onChange={(value) => setTab(value === 'unread' ? 'unread' : 'all')} className={css.tabs}>
        <Tabs.List aria-label="Notifications">
          <Tabs.Tab value="all" data-autofocus>
            All
          </Tabs.Tab>
          <Tabs.Tab value="unread" rightSection={unread > 0 && <TabCount count={unread} />}>
            Unread
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={tab} className={css.list} tabIndex={-1}>
          {error ? (
            <ErrorState {...error} />
          ) : !rows ? (
            <LoadingRows rows={4} />
          ) : rows.length === 0 ? (
            <p className={css.empty}>
              {tab === 'unread'
                ? 'You have read everything.'
                : 'Nothing yet. Finished analyses, failed images and projects that others share with you appear here.'}
            </p>
          ) : (
            <>
              <ul className={css.rows}>
                {rows.map((notification) => (
                  <NotificationRow
                    key={notification.id}
                    notification={notification}
                    onFollow={() => {
                      if (!notification.read) mark.mutate({ id: notification.id, read: true })
                      onClose()
                    }}
                    onMark={(read) => mark.mutate({ id: notification.id, read })}
                  />
                ))}
              </ul>
              {list.hasNextPage && (
                <div className={css.more}>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    loading={list.isFetchingNextPage}
                    onClick={() => void list.fetchNextPage()}
                  >
                    Show more
                  </Button>
                </div>
              )}
            </>
          )}
        </Tabs.Panel>
      </Tabs>
      <div className={css.foot}>
        <span>Kept for 90 days</span>
        <Anchor component={Link} to="/settings#notifications" onClick={onClose} className={css.action}>
          <IconSettings size={16} stroke={1.6} aria-hidden />
          Notification settings
        </Anchor>
      </div>
    </>
  )
}

export default NotificationPanel
