import type { GlobalRole, RemoteManifestInput } from '@lamella/shared/contract'

const everybody: GlobalRole[] = ['USER', 'ORG_ADMIN', 'GUEST']
/** Guests have one plain entry instead of the group (document 1 §2.6). */
const members: GlobalRole[] = ['USER', 'ORG_ADMIN']

/** Screens of document 3 §2. */
export const manifest = {
  id: 'datastorage',
  contract: '^1.0.0',
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
