import type { CurrentUser, MenuItem, RemoteManifest } from '@lamella/shared/contract'
import type { Restrictions } from '@lamella/shared/session'
import { aiMenuOf } from '../../routing/ai-menu.ts'
import type { MenuHeader } from './menu-header.ts'

/** One link of the side menu. */
export interface MenuLink {
  id: string
  title: string
  icon: string
  /** Path, including the query of the item. */
  to: string
  /** What is said of the page before the click. */
  note?: string
}
/** Expandable group; its own link leads to its first page. */
export interface MenuGroup extends MenuLink {
  items: MenuLink[]
}
/** The side menu's entries below the home or back button. */
export interface MenuTree {
  /** Single links and groups in display order. */
  main: (MenuLink | MenuGroup)[]
  /** Items of the selected project; empty while none is selected. */
  project: MenuLink[]
}

/** Whether an entry is an expandable group. */
export const isGroup = (entry: MenuLink | MenuGroup): entry is MenuGroup => 'items' in entry

interface Viewer {
  user: CurrentUser
  restrictions: Restrictions
  /** The organisation is on a free plan. */
  freeOrganisation: boolean
}

const addressOf = ({ to, queryParams }: MenuItem): string =>
  queryParams ? `${to}?${new URLSearchParams(queryParams)}` : to

const noteOf = (manifests: readonly RemoteManifest[], path: string): Pick<MenuLink, 'note'> => {
  const note = manifests.flatMap(({ routes }) => routes).find((route) => route.path === path)?.note
  return note === undefined ? {} : { note }
}

const isFor = ({ roles }: MenuItem, { roles: own, operator }: CurrentUser): boolean =>
  roles.some((role) => (role === 'OPERATOR' ? operator === true : own.includes(role)))

const itemsOf = (manifests: readonly RemoteManifest[], group: MenuItem['group'], user: CurrentUser): MenuLink[] =>
  manifests
    .flatMap(({ menu }) => menu)
    .filter((item) => item.group === group && isFor(item, user))
    .sort((a, b) => a.order - b.order)
    .map((item) => ({
      id: item.id,
      title: item.title,
      icon: item.icon,
      to: addressOf(item),
      ...noteOf(manifests, item.to),
    }))

/** A group without items is left out: its remote is not in the registry. */
const groupOf = (link: MenuLink, items: MenuLink[]): MenuGroup[] => (items.length > 0 ? [{ ...link, items }] : [])

const aiEntry = (items: MenuLink[], { user, restrictions, freeOrganisation }: Viewer): (MenuLink | MenuGroup)[] => {
  const menu = aiMenuOf({ user, canAccessAITrainer: restrictions.canAccessAITrainer, freeOrganisation })
  if (menu === null) return []
  const link = { id: 'ai', title: 'AI', icon: 'ai' }
  return menu.kind === 'entry' ? [{ ...link, to: menu.to }] : groupOf({ ...link, to: '/ai-trainer/dashboard' }, items)
}

/** Groups that remotes bring along, each leading to its first item. A group of two remotes is that of the first. */
const ownGroups = (manifests: readonly RemoteManifest[], user: CurrentUser): MenuGroup[] => {
  const groups = new Map(
    manifests.flatMap(({ groups = [] }) => groups.map((group) => [group.id, group] as const)).reverse(),
  )
  return [...groups.values()]
    .sort((a, b) => a.order - b.order)
    .flatMap(({ id, title, icon }) => {
      const items = itemsOf(manifests, id, user)
      const [first] = items
      return first ? [{ id, title, icon, to: first.to, items }] : []
    })
}

/** Side menu for a user's roles and restrictions, in the order of D1-2.6-19. */
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
      ...ownGroups(manifests, user),
      ...(user.isGuest ? [] : groupOf(settings, itemsOf(manifests, 'settings', user))),
    ],
    project: header
      ? itemsOf(manifests, 'project', user).map((item) => ({ ...item, to: item.to.replace(':projectId', header.id) }))
      : [],
  }
}

/** The link of the present page: the longest one that is a prefix of the path; `/` matches only itself. */
export const activeLink = (links: readonly MenuLink[], pathname: string): MenuLink | undefined =>
  links
    .filter(({ to }) => {
      const [path = to] = to.split('?')
      return pathname === path || (path !== '/' && pathname.startsWith(`${path}/`))
    })
    .toSorted((a, b) => b.to.length - a.to.length)[0]
