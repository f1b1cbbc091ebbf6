import { UserAvatar } from '@lamella/shared/blocks'
import type { CurrentUser, RuntimeConfig } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { Menu, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { IconBook2, IconCalendarEvent, IconFolders, IconLogout, IconMapPin, IconSettings } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import css from './user-menu.module.css'

interface UserMenuProps {
  user: CurrentUser
  config: RuntimeConfig
  /** Whether the dashboard's guided tour is offered. */
  tour: boolean
}

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
]
const iconProps = { size: 16, stroke: 1.6, 'aria-hidden': true } as const
const outside = { component: 'a', target: '_blank', rel: 'noreferrer' } as const

/** Menu of the user (D1-2.6-39 to D1-2.6-44), with the choice of the colour scheme. */
export const UserMenu = ({ user, config, tour }: UserMenuProps) => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { knowledgeBaseUrl, bookDemoUrl } = config.product
  return (
    <Menu position="bottom-end" width={248}>
      <Menu.Target>
        <UnstyledButton className={css.trigger} data-tour="user">
          <span aria-hidden>
            <UserAvatar name={user.fullName} id={user.id} size={32} />
          </span>
          <VisuallyHidden>User menu of {user.fullName}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/settings">
          <span className={css.user}>
            <strong>{user.fullName}</strong>
            <span>{user.email}</span>
          </span>
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item component={Link} to="/projects" leftSection={<IconFolders {...iconProps} />}>
          Projects
        </Menu.Item>
        <Menu.Item component={Link} to="/settings" leftSection={<IconSettings {...iconProps} />}>
          Settings
        </Menu.Item>
        <Menu.Item {...outside} href={knowledgeBaseUrl} leftSection={<IconBook2 {...iconProps} />}>
          Knowledge base
        </Menu.Item>
        <Menu.Item {...outside} href={bookDemoUrl} leftSection={<IconCalendarEvent {...iconProps} />}>
          Book a Demo
        </Menu.Item>
        {tour && (
          <Menu.Item
            onClick={() => bus.emit('tour/start', { tour: 'dashboard' })}
            leftSection={<IconMapPin {...iconProps} />}
          >
            Guided Tour
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Label>Colour scheme</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as typeof colorScheme)}>
          {schemes.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item component={Link} to="/auth/logout" leftSection={<IconLogout {...iconProps} />}>
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
