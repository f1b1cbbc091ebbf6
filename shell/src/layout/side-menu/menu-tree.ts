import type { CurrentUser, MenuItem, RemoteManifest } from '@lamella/shared/contract'
import type { Restrictions } from '@lamella/shared/session'
import { aiMenuOf } from '../../routing/ai-menu.ts'
import type { MenuHeader } from './menu-header.ts'

export interface MenuLink {
  id: string
  title: string
  icon: string
  /** Path, with a query where the item has one. */
  to: string
  /** What is said of the page before the click. */
  note?: string
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
  /** The organisation has the free plans. */
  freeOrganisation: boolean
}

const addressOf = ({ to, queryParams }: MenuItem): string =>
  queryParams ? `${to}?${new URLSearchParams(queryParams)}` : to

const noteOf = (manifests: readonly RemoteManifest[], path: string): Pick<MenuLink, 'note'> => {
  const note = manifests.flatMap(({ routes }) => routes).find((route) => route.path === path)?.note
  return note === undefined ? {} : { note }
}

const itemsOf = (manifests: readonly RemoteManifest[], group: MenuItem['group'], user: CurrentUser): MenuLink[] =>
  manifests
    .flatMap(({ menu }) => menu)
    .filter((item) => item.group === group && item.roles.some((role) => user.roles.includes(role)))
    .sort((a, b) => a.order - b.order)
    .map((item) => ({
      id: item.id,
      title: item.title,
      icon: item.icon,
      to: addressOf(item),
      ...noteOf(manifests, item.to),
    }))

/** A group without items is not shown: no remote serves its pages. */
const groupOf = (link: MenuLink, items: MenuLink[]): MenuGroup[] => (items.length > 0 ? [{ ...link, items }] : [])

const aiEntry = (items: MenuLink[], { user, restrictions, freeOrganisation }: Viewer): (MenuLink | MenuGroup)[] => {
  const menu = aiMenuOf({ user, canAccessAITrainer: restrictions.canAccessAITrainer, freeOrganisation })
  if (menu === null) return []
  const link = { id: 'ai', title: 'AI', icon: 'ai' }
  return menu.kind === 'entry' ? [{ ...link, to: menu.to }] : groupOf({ ...link, to: '/ai-trainer/dashboard' }, items)
}

/** What the side menu shows to whom, below the home or back button (document 1 §2.6). */
export const menuTree = (manifests: readonly RemoteManifest[], viewer: Viewer, header: MenuHeader | null): MenuTree => {
  const { user } = viewer
  const storage = { id: 'storage', title: 'Data Storage', icon: 'storage', to: '/datastorage' }
  const settings = { id: 'settings', title: 'Settings', icon: 'settings', to: '/settings' }
  const storageItems = itemsOf(manifests, 'storage', user)
  return {
    main: [
      ...itemsOf(manifests, 'projects', user),
      ...aiEntry(itemsOf(manifests, 'ai', user), viewer),
      ...(user.isGuest ? [storage] : groupOf(storage, storageItems)),
      ...(user.isGuest ? [] : groupOf(settings, itemsOf(manifests, 'settings', user))),
    ],
    project: header
      ? itemsOf(manifests, 'project', user).map((item) => ({ ...item, to: item.to.replace(':projectId', header.id) }))
      : [],
  }
}

/** The link that belongs to a page: the longest one that the path begins with; only the exact one for `/`. */
export const activeLink = (links: readonly MenuLink[], pathname: string): MenuLink | undefined =>
  links
    .filter(({ to }) => {
      const [path = to] = to.split('?')
      return pathname === path || (path !== '/' && pathname.startsWith(`${path}/`))
    })
    .toSorted((a, b) => b.to.length - a.to.length)[0]
