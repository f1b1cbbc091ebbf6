import { ActionIcon, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { createActions } from './create-actions.ts'
import css from './header.module.css'

/** Header menu of what members can create (D1-2.6-06). */
export const AddMenu = () => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon aria-label="Add" data-tour="add">
        <IconPlus size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {createActions.map(({ title, to, note }) => (
        <Menu.Item
          key={to}
          component={Link}
          to={to}
          aria-description={note}
          rightSection={
            note && (
              <span className={css.note} aria-hidden>
                {note}
              </span>
            )
          }
        >
          {title}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)
