import type { CurrentUser, RemoteGuard, RemoteManifest } from '@lamella/shared/contract'
import type { Restrictions } from '@lamella/shared/session'
import { redirectOf } from '../../routing/guards.ts'
import { createActions } from '../header/create-actions.ts'
import { isGroup, type MenuTree } from '../side-menu/menu-tree.ts'
import type { PaletteEntry } from './palette-entries.ts'

/**
 * Palette entries of pages that the user may open but that no menu lists, such as the settings of a guest. Left out are
 * pages for creating something, which have actions, and paths that redirect to a listed page of the same title.
 */
export const unlistedPages = (
  manifests: readonly RemoteManifest[],
  tree: MenuTree,
  user: CurrentUser,
  { portalWebAccess, canAccessAITrainer, limits }: Restrictions,
): PaletteEntry[] => {
  const known = new Set([
    '/',
    ...tree.main.flatMap((entry) => [entry.to, ...(isGroup(entry) ? entry.items.map(({ to }) => to) : [])]),
    ...createActions.map(({ to }) => to),
  ])
  const isOpen = (route: RemoteManifest['routes'][number], contributed?: readonly RemoteGuard[]): boolean => {
    const organisation = { portalWebAccess, canAccessAITrainer, limits }
    const address = { target: route.path, hash: '', previous: null }
    const context = { user, ...organisation, ...address, signupDisabled: true, roles: route.roles }
    return redirectOf(route, context, contributed) === null
  }
  return manifests.flatMap(({ id, routes, guards }) => {
    const titles = new Set(routes.filter(({ path }) => known.has(path)).map(({ title }) => title))
    return routes
      .filter(
        ({ path, layout, title }) =>
          layout === 'portal' && !path.includes(':') && !known.has(path) && !titles.has(title),
      )
      .filter((route) => isOpen(route, guards))
      .map((route) => ({
        id: `page-${id}-${route.id}`,
        label: route.title,
        description: route.note,
        icon: 'list-details',
        target: route.path,
      }))
  })
}
