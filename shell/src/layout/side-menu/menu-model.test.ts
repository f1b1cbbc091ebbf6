import { menuItem, remoteManifest } from '@lamella/shared/contract'
import { portalUser } from '@lamella/shared/testing/render-page.tsx'
import { menuHeaderOf } from './menu-header.ts'
import { activeLink, isGroup, menuTree } from './menu-tree.ts'

test('D1-3-25 a menu header has title, id, routerlink, routerlinkBack and tooltipBack', () => {
  expect(menuHeaderOf({ id: 'p1', name: 'Reference panel' })).toEqual({
    title: 'Reference panel',
    id: 'p1',
    routerlink: '/projects/p1',
    routerlinkBack: '/projects',
    tooltipBack: 'Back to projects',
  })
})

const failed = {
  id: 'storage-failed',
  title: 'Failed images',
  icon: 'list-check',
  to: '/datastorage',
  queryParams: { scope: 'failed' },
  group: 'storage' as const,
  order: 10,
  roles: ['USER' as const],
}

test('D1-3-26 a menu item has id, title, icon, target and a query that reaches the address', () => {
  expect(menuItem.parse(failed)).toEqual(failed)
  const manifest = remoteManifest.parse({ id: 'datastorage', contract: '^1.0.0', routes: [], menu: [failed] })
  const user = portalUser('member')
  const restrictions = {
    organisationId: user.organisationId,
    organisationName: 'Nordlund Lab',
    portalWebAccess: true,
    canAccessAITrainer: true,
    limits: { ...({} as Record<string, never>), userLimit: -1, storageLimit: -1, projectLimit: -1 } as never,
  }
  const { main } = menuTree([manifest], { user, restrictions, freeOrganisation: false }, null)
  expect(main.find(isGroup)?.items).toEqual([
    { id: 'storage-failed', title: 'Failed images', icon: 'list-check', to: '/datastorage?scope=failed' },
  ])
  expect(
    activeLink(
      main.flatMap((entry) => (isGroup(entry) ? entry.items : [])),
      '/datastorage',
    )?.id,
  ).toBe('storage-failed')
})
