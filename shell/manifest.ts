import type { GlobalRole, RemoteManifestInput } from '@lamella/shared/contract'

const everybody: GlobalRole[] = ['USER', 'ORG_ADMIN', 'GUEST']

/** Routes of the shell's own pages (D1-2.2-01, D1-2.3-01, D1-2.5-01). */
export const manifest = {
  id: 'shell',
  contract: '^1.0.0',
  routes: [
    { id: 'home', path: '/home', title: 'Home', crumb: null, roles: [], guards: [], layout: 'auth' },
    {
      id: 'dashboard',
      path: '/',
      title: 'Dashboard',
      crumb: 'Dashboard',
      roles: everybody,
      guards: ['login', 'role'],
    },
    {
      id: 'job-result-download',
      path: '/downloads/jobresultbundles/:id',
      title: 'Job Result Download',
      crumb: null,
      roles: everybody,
      guards: ['login', 'role'],
      layout: 'bare',
    },
    { id: 'error', path: '/error', title: 'Error', crumb: null, roles: [], guards: [], layout: 'bare' },
    // For developers: every shared component in every state. No page links to it.
    { id: 'kit', path: '/dev/kit', title: 'Components', crumb: null, roles: [], guards: [], layout: 'bare' },
    { id: 'error-detail', path: '/error/:id', title: 'Error', crumb: null, roles: [], guards: [], layout: 'bare' },
  ],
  menu: [],
} as const satisfies RemoteManifestInput

export type RouteId = (typeof manifest)['routes'][number]['id']
