import { Tooltip, UnstyledButton } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router-dom'
import { MenuEntry } from './menu-entry.tsx'
import { MenuGroupEntry } from './menu-group-entry.tsx'
import { isProjectPath, type MenuHeader } from './menu-header.ts'
import { activeLink, isGroup, type MenuTree } from './menu-tree.ts'
import css from './side-menu.module.css'

interface SideMenuProps {
  tree: MenuTree
  /** Heading of the selected project's group; null while none is selected. */
  header: MenuHeader | null
  minimized: boolean
  /** Absent in the drawer of the narrow layout, which cannot be minimised. */
  onMinimize?: () => void
}

const home = { id: 'home', title: 'Home', icon: 'home', to: '/' }
const backOf = ({ routerlinkBack }: MenuHeader) => ({ id: 'back', title: 'Back', icon: 'back', to: routerlinkBack })

const iconProps = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

/** Main navigation (D1-2.6-19). */
export const SideMenu = ({ tree, header, minimized, onMinimize }: SideMenuProps) => {
  const { pathname } = useLocation()
  const links = [home, ...tree.main.flatMap((entry) => (isGroup(entry) ? entry.items : [entry])), ...tree.project]
  const active = activeLink(links, pathname)
  return (
    <nav className={css.menu} aria-label="Main menu" data-minimized={minimized || undefined}>
      <div className={css.scroll}>
        {header && isProjectPath(header, pathname) ? (
          <MenuEntry link={backOf(header)} active={false} minimized={minimized} tooltip={header.tooltipBack} />
        ) : (
          <MenuEntry link={home} active={active === home} minimized={minimized} />
        )}
        {tree.main.map((entry) =>
          isGroup(entry) ? (
            <MenuGroupEntry key={entry.id} group={entry} active={active} minimized={minimized} />
          ) : (
            <MenuEntry key={entry.id} link={entry} active={entry.id === active?.id} minimized={minimized} />
          ),
        )}
        {header && tree.project.length > 0 && (
          <section aria-label={header.title}>
            <Link to={header.routerlink} className={css.caption} title={header.title}>
              {minimized ? '' : header.title}
            </Link>
            {tree.project.map((link) => (
              <MenuEntry key={link.id} link={link} active={link.id === active?.id} minimized={minimized} />
            ))}
          </section>
        )}
      </div>
      {onMinimize && (
        <Tooltip label="Expand Menu" position="right" disabled={!minimized}>
          <UnstyledButton className={css.entry} onClick={onMinimize} aria-label={minimized ? 'Expand Menu' : undefined}>
            {minimized ? (
              <IconLayoutSidebarLeftExpand {...iconProps} />
            ) : (
              <IconLayoutSidebarLeftCollapse {...iconProps} />
            )}
            {!minimized && <span>Minimize Menu</span>}
          </UnstyledButton>
        </Tooltip>
      )}
    </nav>
  )
}
