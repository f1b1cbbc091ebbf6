import type { CurrentUser, RuntimeConfig } from '@lamella/shared/contract'
import { UserAvatar } from '@lamella/shared/ui'
import { Menu, SegmentedControl, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { IconBook2, IconCalendarEvent, IconFolders, IconLogout, IconSettings } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import css from './user-menu.module.css'

interface UserMenuProps {
  user: CurrentUser
  config: RuntimeConfig
  /** Paths that some remote serves. */
  hasRoute: (path: string) => boolean
}

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
]
const iconProps = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

export const UserMenu = ({ user, config, hasRoute }: UserMenuProps) => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { knowledgeBaseUrl, bookDemoUrl } = config.product
  return (
    <Menu position="bottom-end" width={248}>
      <Menu.Target>
        <UnstyledButton className={css.trigger}>
          <span aria-hidden>
            <UserAvatar name={user.fullName} id={user.id} size={32} />
          </span>
          <VisuallyHidden>User menu of {user.fullName}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={css.user}>
          <strong>{user.fullName}</strong>
          <span>{user.email}</span>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/projects" leftSection={<IconFolders {...iconProps} />}>
          Projects
        </Menu.Item>
        {hasRoute('/settings') && (
          <Menu.Item component={Link} to="/settings" leftSection={<IconSettings {...iconProps} />}>
            Settings
          </Menu.Item>
        )}
        <Menu.Item
          component="a"
          href={knowledgeBaseUrl}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconBook2 {...iconProps} />}
        >
          Knowledge base
        </Menu.Item>
        <Menu.Item
          component="a"
          href={bookDemoUrl}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconCalendarEvent {...iconProps} />}
        >
          Book a Demo
        </Menu.Item>
        <Menu.Divider />
        <div className={css.scheme}>
          <SegmentedControl
            fullWidth
            aria-label="Colour scheme"
            data={schemes}
            value={colorScheme}
            onChange={(value) => setColorScheme(value as typeof colorScheme)}
          />
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/auth/logout" leftSection={<IconLogout {...iconProps} />}>
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
