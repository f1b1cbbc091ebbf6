import type { SelectedProject } from '@lamella/shared/session'

/** Heading of the selected project's menu group (D1-3-25). */
export interface MenuHeader {
  /** Name of the project. */
  title: string
  id: string
  /** Path of the project's page. */
  routerlink: string
  /** Target and tooltip of the back button. */
  routerlinkBack: string
  tooltipBack: string
}

/** Heading for a selected project. */
export const menuHeaderOf = ({ id, name }: SelectedProject): MenuHeader => ({
  title: name,
  id,
  routerlink: `/projects/${id}`,
  routerlinkBack: '/projects',
  tooltipBack: 'Back to projects',
})

/** Whether a path is one of the project's pages. */
export const isProjectPath = ({ routerlink }: MenuHeader, pathname: string): boolean =>
  pathname === routerlink || pathname.startsWith(`${routerlink}/`)
