import type { CurrentUser, RemoteManifest } from '@lamella/shared/contract'
import { restrictionsAtom, selectedProjectAtom, subscriptionsAtom } from '@lamella/shared/session'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { morePages } from './palette/more-pages.ts'
import type { PaletteEntry } from './palette/palette-entries.ts'
import { type MenuHeader, menuHeaderOf } from './side-menu/menu-header.ts'
import { type MenuTree, menuTree } from './side-menu/menu-tree.ts'
import { hasFreePlan } from './trial/trial-days.ts'

/** Where somebody can go: what the side menu and the palette are made of. */
export interface PortalMenu {
  tree: MenuTree
  /** Of the selected project. */
  header: MenuHeader | null
  /** Pages that no menu leads to. */
  pages: PaletteEntry[]
}

/** @returns null until the restrictions are loaded */
export const useMenu = (manifests: readonly RemoteManifest[], user: CurrentUser): PortalMenu | null => {
  const restrictions = useAtomValue(restrictionsAtom)
  const selected = useAtomValue(selectedProjectAtom)
  const subscriptions = useAtomValue(subscriptionsAtom)
  return useMemo(() => {
    if (!restrictions) return null
    const header = selected && menuHeaderOf(selected)
    const viewer = { user, restrictions, freeOrganisation: hasFreePlan(subscriptions) }
    const tree = menuTree(manifests, viewer, header)
    return { tree, header, pages: morePages(manifests, tree, user, restrictions) }
  }, [manifests, user, restrictions, selected, subscriptions])
}
