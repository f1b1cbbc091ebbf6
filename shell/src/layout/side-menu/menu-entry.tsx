import { Tooltip } from '@mantine/core'
import { Link } from 'react-router-dom'
import { MenuIcon } from './menu-icons.tsx'
import type { MenuLink } from './menu-tree.ts'
import css from './side-menu.module.css'

interface MenuEntryProps {
  link: MenuLink
  active: boolean
  /** Icon only, with the title as tooltip. */
  minimized: boolean
  /** In place of the title, and also in the expanded menu. */
  tooltip?: string
  /** Item of a group: indented, without icon. */
  child?: boolean
}

/** One link of the side menu; `data-tour` is the target of a guided tour's step. */
export const MenuEntry = ({ link, active, minimized, tooltip, child = false }: MenuEntryProps) => (
  <Tooltip label={tooltip ?? link.title} position="right" disabled={!minimized && tooltip === undefined}>
    <Link
      to={link.to}
      className={css.entry}
      data-active={active || undefined}
      data-child={child || undefined}
      data-tour={`menu-${link.id}`}
      aria-current={active ? 'page' : undefined}
      aria-label={minimized ? link.title : undefined}
      aria-description={link.note}
      data-note={minimized ? undefined : link.note}
    >
      {!child && <MenuIcon name={link.icon} />}
      {!minimized && <span>{link.title}</span>}
    </Link>
  </Tooltip>
)
