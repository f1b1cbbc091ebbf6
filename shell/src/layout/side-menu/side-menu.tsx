import type { SelectedProject } from '@lamella/shared/session'
import { Tooltip, UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { MenuIcon } from './menu-icons.tsx'
import { activeLink, isGroup, type MenuGroup, type MenuLink, type MenuTree } from './menu-tree.ts'
import css from './side-menu.module.css'

interface SideMenuProps {
  tree: MenuTree
  selected: SelectedProject | null
  minimized: boolean
  /** Absent in the drawer of the narrow layout, which cannot be minimised. */
  onMinimize?: () => void
}

interface EntryProps {
  link: MenuLink
  active: boolean
  minimized: boolean
  child?: boolean
}

const Entry = ({ link, active, minimized, child = false }: EntryProps) => (
  <Tooltip label={link.title} position="right" disabled={!minimized}>
    <Link
      to={link.to}
      className={css.entry}
      data-active={active || undefined}
      data-child={child || undefined}
      aria-current={active ? 'page' : undefined}
      aria-label={minimized ? link.title : undefined}
    >
      {!child && <MenuIcon name={link.icon} />}
      {!minimized && <span>{link.title}</span>}
    </Link>
  </Tooltip>
)

interface GroupProps {
  group: MenuGroup
  active: MenuLink | undefined
  minimized: boolean
}

/** Opens in place. The group of the present page is always open (document 1 §2.6). */
const Group = ({ group, active, minimized }: GroupProps) => {
  const [opened, setOpened] = useState(false)
  const forced = group.items.some(({ id }) => id === active?.id)
  if (minimized) return <Entry link={group} active={forced} minimized />
  const open = forced || opened
  return (
    <div>
      <UnstyledButton className={css.entry} aria-expanded={open} onClick={() => setOpened(!open)}>
        <MenuIcon name={group.icon} />
        <span>{group.title}</span>
        <IconChevronRight className={css.chevron} data-open={open || undefined} size={16} stroke={1.6} aria-hidden />
      </UnstyledButton>
      {open && (
        <div className={css.children}>
          {group.items.map((link) => (
            <Entry key={link.id} link={link} active={link.id === active?.id} minimized={false} child />
          ))}
        </div>
      )}
    </div>
  )
}

export const SideMenu = ({ tree, selected, minimized, onMinimize }: SideMenuProps) => {
  const { pathname } = useLocation()
  const links = [...tree.main.flatMap((entry) => (isGroup(entry) ? entry.items : [entry])), ...tree.project]
  const active = activeLink(links, pathname)
  return (
    <nav className={css.menu} aria-label="Main menu" data-minimized={minimized || undefined}>
      <div className={css.scroll}>
        {tree.main.map((entry) =>
          isGroup(entry) ? (
            <Group key={entry.id} group={entry} active={active} minimized={minimized} />
          ) : (
            <Entry key={entry.id} link={entry} active={entry.id === active?.id} minimized={minimized} />
          ),
        )}
        {selected && tree.project.length > 0 && (
          <section aria-label={selected.name}>
            <div className={css.caption} title={selected.name}>
              {minimized ? '' : selected.name}
            </div>
            {tree.project.map((link) => (
              <Entry key={link.id} link={link} active={link.id === active?.id} minimized={minimized} />
            ))}
          </section>
        )}
      </div>
      {onMinimize && (
        <Tooltip label="Expand Menu" position="right" disabled={!minimized}>
          <UnstyledButton className={css.entry} onClick={onMinimize} aria-label={minimized ? 'Expand Menu' : undefined}>
            {minimized ? (
              <IconLayoutSidebarLeftExpand size={18} stroke={1.6} aria-hidden />
            ) : (
              <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} aria-hidden />
            )}
            {!minimized && <span>Minimize Menu</span>}
          </UnstyledButton>
        </Tooltip>
      )}
    </nav>
  )
}
