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

test('a remote brings its own group along, before the settings, for those who see an item of it', () => {
  const quality = remoteManifest.parse({
    id: 'quality',
    contract: '^1.2.0',
    routes: [],
    groups: [{ id: 'quality', title: 'Quality', icon: 'M4 12l5 5L20 6', order: 1 }],
    menu: [
      {
        id: 'runs',
        title: 'Runs',
        icon: 'list-check',
        to: '/quality/runs',
        group: 'quality',
        order: 2,
        roles: ['USER'],
      },
      { id: 'plates', title: 'Plates', icon: 'photo', to: '/quality', group: 'quality', order: 1, roles: ['USER'] },
    ],
  })
  const treeOf = (kind: 'member' | 'guest') => {
    const user = portalUser(kind)
    const restrictions = { canAccessAITrainer: true } as never
    return menuTree([...manifests, quality], { user, restrictions, freeOrganisation: false }, null).main
  }
  const main = treeOf('member')
  expect(main.map(({ title }) => title).slice(-3)).toEqual(['Data Storage', 'Quality', 'Settings'])
  const group = main.filter(isGroup).find(({ id }) => id === 'quality')
  expect(group).toMatchObject({ to: '/quality', icon: 'M4 12l5 5L20 6' })
  expect(group?.items.map(({ title }) => title)).toEqual(['Plates', 'Runs'])
  expect(treeOf('guest').map(({ title }) => title)).not.toContain('Quality')
})

test('a manifest with an item of no group is refused', () => {
  const manifest = { id: 'quality', contract: '^1.2.0', routes: [], menu: [{ ...failed, group: 'quality' }] }
  expect(remoteManifest.safeParse(manifest).error?.issues[0]?.message).toBe('A menu item has no group')
})
