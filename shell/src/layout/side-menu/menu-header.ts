import type { SelectedProject } from '@lamella/shared/session'

/** Head of the selected project's menu group (document 1 §3). */
export interface MenuHeader {
  /** Name of the project. */
  title: string
  id: string
  /** Path of the project's own page. */
  routerlink: string
  /** Where the back button leads, and what its tooltip says. */
  routerlinkBack: string
  tooltipBack: string
}

export const menuHeaderOf = ({ id, name }: SelectedProject): MenuHeader => ({
  title: name,
  id,
  routerlink: `/projects/${id}`,
  routerlinkBack: '/projects',
  tooltipBack: 'Back to projects',
})

/** Whether a page is one of the project's. */
export const isInside = ({ routerlink }: MenuHeader, pathname: string): boolean =>
  pathname === routerlink || pathname.startsWith(`${routerlink}/`)
