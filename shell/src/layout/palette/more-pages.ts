import type { CurrentUser, RemoteManifest } from '@lamella/shared/contract'
import type { Restrictions } from '@lamella/shared/session'
import { redirectOf } from '../../routing/guards.ts'
import { creations } from '../header/creations.ts'
import { isGroup, type MenuTree } from '../side-menu/menu-tree.ts'
import type { PaletteEntry } from './palette-entries.ts'

/**
 * Pages that somebody may see and that no menu leads to, as the settings of a guest. What is created has its action, and a
 * path that only leads on to a page of the same title is left out.
 */
export const morePages = (
  manifests: readonly RemoteManifest[],
  tree: MenuTree,
  user: CurrentUser,
  { portalWebAccess, canAccessAITrainer }: Restrictions,
): PaletteEntry[] => {
  const known = new Set([
    '/',
    ...tree.main.flatMap((entry) => [entry.to, ...(isGroup(entry) ? entry.items.map(({ to }) => to) : [])]),
    ...creations.map(({ to }) => to),
  ])
  const isOpen = ({ path, guards, roles }: RemoteManifest['routes'][number]): boolean =>
    redirectOf(guards, {
      user,
      portalWebAccess,
      canAccessAITrainer,
      signupDisabled: true,
      target: path,
      hash: '',
      previous: null,
      roles,
    }) === null
  return manifests.flatMap(({ id, routes }) => {
    const titles = new Set(routes.filter(({ path }) => known.has(path)).map(({ title }) => title))
    return routes
      .filter(
        ({ path, layout, title }) =>
          layout === 'portal' && !path.includes(':') && !known.has(path) && !titles.has(title),
      )
      .filter(isOpen)
      .map((route) => ({
        id: `page-${id}-${route.id}`,
        label: route.title,
        description: route.note,
        icon: 'list-details',
        target: route.path,
      }))
  })
}
