import { mostUnread } from '@lamella/shared/contract'
import { unreadQuery, useLiveQuery } from '@lamella/shared/queries'
import { ActionIcon, Popover, VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import css from './notification-bell.module.css'

const NotificationPanel = lazyPart(() => import('./notification-panel.tsx'))

/** Its name does not change with the number of the bell. */
const panelTitleId = 'notifications-title'

const shown = (count: number): string => (count < mostUnread ? String(count) : `${mostUnread - 1}+`)

/** The bell of the header with the number of unread notifications, kept up to date; its panel is loaded on first use. */
export const NotificationBell = () => {
  const { data: count = 0, dataUpdatedAt } = useLiveQuery(unreadQuery)
  const [opened, setOpened] = useState(false)
  const close = (): void => setOpened(false)
  return (
    <>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        width="min(400px, calc(100vw - 16px))"
        shadow="md"
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <ActionIcon
            className={css.bell}
            aria-label={count > 0 ? `Notifications, ${shown(count)} unread` : 'Notifications'}
            onClick={() => setOpened(!opened)}
            data-tour="notifications"
          >
            <IconBell size={18} stroke={1.6} aria-hidden />
            {count > 0 && (
              <span className={css.count} aria-hidden>
                {shown(count)}
              </span>
            )}
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown p={0} className={css.panel} aria-labelledby={panelTitleId}>
          {opened && (
            <NotificationPanel
              titleId={panelTitleId}
              unread={count}
              newest={dataUpdatedAt}
              onClose={close}
              onMissing={close}
            />
          )}
        </Popover.Dropdown>
      </Popover>
      {/* Says what has changed while something else has the focus. */}
      <VisuallyHidden role="status">
        {count > 0 && `${shown(count)} unread notification${count === 1 ? '' : 's'}`}
      </VisuallyHidden>
    </>
  )
}
