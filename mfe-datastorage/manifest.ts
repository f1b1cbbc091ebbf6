import type { GlobalRole, RemoteManifestInput } from '@lamella/shared/contract'

const everybody: GlobalRole[] = ['USER', 'ORG_ADMIN', 'GUEST']
/** Guests get one plain menu entry, made by the shell, in place of the group (D1-2.6-36). */
const members: GlobalRole[] = ['USER', 'ORG_ADMIN']

/** Routes and menu of the data storage (D3-2-01, D3-2-03, D3-2-10, D1-2.6-27). */
export const manifest = {
  id: 'datastorage',
  contract: '^1.1.0',
  routes: [
    {
      id: 'dashboard',
      path: '/datastorage',
      title: 'Data Storage',
      crumb: 'Data Storage',
      roles: everybody,
      guards: ['login', 'role'],
    },
    {
      id: 'upload',
      path: '/datastorage/upload',
      title: 'Image Upload',
      crumb: 'Upload',
      roles: everybody,
      guards: ['login', 'role'],
    },
    {
      id: 'monitor',
      path: '/datastorage/monitor',
      title: 'Upload Monitor',
      crumb: 'Monitor',
      roles: ['USER'],
      guards: ['login', 'role'],
    },
  ],
  menu: [
    {
      id: 'storage-dashboard',
      title: 'Dashboard',
      icon: 'layout-dashboard',
      to: '/datastorage',
      group: 'storage',
      order: 10,
      roles: everybody,
    },
    {
      id: 'storage-upload',
      title: 'Image Upload',
      icon: 'upload',
      to: '/datastorage/upload',
      group: 'storage',
      order: 20,
      roles: members,
    },
    {
      id: 'storage-monitor',
      title: 'Upload Monitor',
      icon: 'list-check',
      to: '/datastorage/monitor',
      group: 'storage',
      order: 30,
      roles: members,
    },
  ],
} as const satisfies RemoteManifestInput

export type RouteId = (typeof manifest)['routes'][number]['id']
