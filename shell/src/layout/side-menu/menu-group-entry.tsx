import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { MenuEntry } from './menu-entry.tsx'
import type { MenuGroup, MenuLink } from './menu-tree.ts'
import css from './side-menu.module.css'

interface MenuGroupEntryProps {
  group: MenuGroup
  /** Link of the present page. */
  active: MenuLink | undefined
  minimized: boolean
}

/** First segment of a path; all pages of a group share it, including those without a menu item. */
const areaOf = (path: string): string | undefined => path.split('/')[1]

/**
 * Link to the group's first page with a toggle button beside it. The group of the present page is always open
 * (D1-2.6-24).
 */
export const MenuGroupEntry = ({ group, active, minimized }: MenuGroupEntryProps) => {
  const [opened, setOpened] = useState(false)
  const items = useId()
  const { pathname } = useLocation()
  const forced = areaOf(pathname) === areaOf(group.to)
  if (minimized) return <MenuEntry link={group} active={forced} minimized />
  const open = forced || opened
  return (
    <div>
      <div className={css.group}>
        <MenuEntry link={group} active={false} minimized={false} />
        <UnstyledButton
          className={css.toggle}
          aria-label={`Pages of ${group.title}`}
          aria-expanded={open}
          aria-controls={items}
          disabled={forced}
          onClick={() => setOpened(!open)}
        >
          <IconChevronRight className={css.chevron} data-open={open || undefined} size={16} stroke={1.6} aria-hidden />
        </UnstyledButton>
      </div>
      <div id={items} className={css.children} hidden={!open}>
        {open &&
          group.items.map((link) => (
            <MenuEntry key={link.id} link={link} active={link.id === active?.id} minimized={false} child />
          ))}
      </div>
    </div>
  )
}
