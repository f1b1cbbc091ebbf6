import { menuItem, remoteManifest } from '@lamella/shared/contract'
import { portalUser } from '@lamella/shared/testing/render-page.tsx'
import { manifests } from '../../../test/manifests.ts'
import { isProjectPath, menuHeaderOf } from './menu-header.ts'
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

test.each([
  ['/projects/p1', true],
  ['/projects/p1/library', true],
  ['/projects/p12', false],
  ['/projects', false],
])('D1-2.6-18 %s is a page of the project p1: %s', (path, inside) => {
  expect(isProjectPath(menuHeaderOf({ id: 'p1', name: 'Reference panel' }), path)).toBe(inside)
})

test.each([
  ['D1-2.6-26', 'ai', ['Dashboard']],
  ['D1-2.6-30', 'settings', []],
])('%s of the group %s guests have the items %j', (_, group, titles) => {
  const items = manifests.flatMap(({ menu }) => menu).filter((item) => item.group === group)
  expect(items.filter(({ roles }) => roles.includes('GUEST')).map(({ title }) => title)).toEqual(titles)
})

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
