import { ActionIcon, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router-dom'

const actions = [
  { title: 'Create a new project', to: '/projects/new' },
  { title: 'Upload images', to: '/datastorage/upload' },
  { title: 'Start a new AI training', to: '/ai-trainer/new-training' },
]

/** What can be created; only what some remote serves. */
export const AddMenu = ({ hasRoute }: { hasRoute: (path: string) => boolean }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon aria-label="Add">
        <IconPlus size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {actions
        .filter(({ to }) => hasRoute(to))
        .map(({ title, to }) => (
          <Menu.Item key={to} component={Link} to={to}>
            {title}
          </Menu.Item>
        ))}
    </Menu.Dropdown>
  </Menu>
)
