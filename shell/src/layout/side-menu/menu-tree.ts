import type { CurrentUser, MenuItem, RemoteManifest } from '@lamella/shared/contract'
import type { Restrictions, SelectedProject } from '@lamella/shared/session'
import { aiMenuOf } from '../../routing/ai-menu.ts'

export interface MenuLink {
  id: string
  title: string
  icon: string
  to: string
}
export interface MenuGroup extends MenuLink {
  items: MenuLink[]
}
export interface MenuTree {
  /** Single links and groups in their order. */
  main: (MenuLink | MenuGroup)[]
  /** Items of the selected project; empty without one. */
  project: MenuLink[]
}

export const isGroup = (entry: MenuLink | MenuGroup): entry is MenuGroup => 'items' in entry

interface Viewer {
  user: CurrentUser
  restrictions: Restrictions
}

const itemsOf = (manifests: readonly RemoteManifest[], group: MenuItem['group'], user: CurrentUser): MenuLink[] =>
  manifests
    .flatMap(({ menu }) => menu)
    .filter((item) => item.group === group && item.roles.some((role) => user.roles.includes(role)))
    .sort((a, b) => a.order - b.order)
    .map(({ id, title, icon, to }) => ({ id, title, icon, to }))

const aiEntry = (items: MenuLink[], { user, restrictions }: Viewer, isFree: boolean): (MenuLink | MenuGroup)[] => {
  const menu = aiMenuOf({ user, canAccessAITrainer: restrictions.canAccessAITrainer, freeOrganisation: isFree })
  const link = { id: 'ai', title: 'AI Trainer', icon: 'ai' }
  if (menu === null) return []
  if (menu.kind === 'entry') return [{ ...link, to: menu.to }]
  return items.length > 0 ? [{ ...link, to: '/ai-trainer/dashboard', items }] : []
}

/** Group for members; guests get the plain link (document 1 §2.6). */
const entryFor = (link: MenuLink, items: MenuLink[], isGuest: boolean): (MenuLink | MenuGroup)[] => {
  if (isGuest) return items.some(({ to }) => to === link.to) ? [link] : []
  return items.length > 0 ? [{ ...link, items }] : []
}

/**
 * What the side menu shows to whom.
 * @param isFree - the organisation has the free plans
 */
export const menuTree = (
  manifests: readonly RemoteManifest[],
  viewer: Viewer,
  selected: SelectedProject | null,
  isFree: boolean,
): MenuTree => {
  const { user } = viewer
  const storage = { id: 'storage', title: 'Data Storage', icon: 'storage', to: '/datastorage' }
  const settings = { id: 'settings', title: 'Settings', icon: 'settings', to: '/settings' }
  const settingsItems = user.isGuest ? [] : itemsOf(manifests, 'settings', user)
  const main = [
    { id: 'home', title: 'Home', icon: 'home', to: '/' },
    ...itemsOf(manifests, 'projects', user),
    ...aiEntry(itemsOf(manifests, 'ai', user), viewer, isFree),
    ...entryFor(storage, itemsOf(manifests, 'storage', user), user.isGuest),
    ...entryFor(settings, settingsItems, false),
  ]
  const project = selected
    ? itemsOf(manifests, 'project', user).map((item) => ({ ...item, to: item.to.replace(':projectId', selected.id) }))
    : []
  return { main, project }
}

/** The link that belongs to a page: the longest one that the path begins with; only the exact one for `/`. */
export const activeLink = (links: readonly MenuLink[], pathname: string): MenuLink | undefined =>
  links
    .filter(({ to }) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`)))
    .toSorted((a, b) => b.to.length - a.to.length)[0]
