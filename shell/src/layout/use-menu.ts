import type { CurrentUser, RemoteManifest } from '@lamella/shared/contract'
import { restrictionsAtom, selectedProjectAtom, subscriptionsAtom } from '@lamella/shared/session'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { PaletteEntry } from './palette/palette-entries.ts'
import { unlistedPages } from './palette/unlisted-pages.ts'
import { type MenuHeader, menuHeaderOf } from './side-menu/menu-header.ts'
import { type MenuTree, menuTree } from './side-menu/menu-tree.ts'
import { hasFreePlan } from './trial/trial-days.ts'

/** Navigation targets of the present user, for the side menu and the command palette. */
export interface PortalMenu {
  tree: MenuTree
  /** Heading of the selected project's group; null while none is selected. */
  header: MenuHeader | null
  /** Pages that no menu lists. */
  pages: PaletteEntry[]
}

/**
 * Builds the navigation from the manifests.
 * @returns null until the restrictions are loaded
 */
export const useMenu = (manifests: readonly RemoteManifest[], user: CurrentUser): PortalMenu | null => {
  const restrictions = useAtomValue(restrictionsAtom)
  const selected = useAtomValue(selectedProjectAtom)
  const subscriptions = useAtomValue(subscriptionsAtom)
  return useMemo(() => {
    if (!restrictions) return null
    const header = selected && menuHeaderOf(selected)
    const viewer = { user, restrictions, freeOrganisation: hasFreePlan(subscriptions) }
    const tree = menuTree(manifests, viewer, header)
    return { tree, header, pages: unlistedPages(manifests, tree, user, restrictions) }
  }, [manifests, user, restrictions, selected, subscriptions])
}
