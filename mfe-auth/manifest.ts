import type { RemoteManifestInput } from '@lamella/shared/contract'

/** Screens of document 1 §2.1. Open to everybody; sign-up only while it is not disabled. */
export const manifest = {
  id: 'auth',
  contract: '^1.0.0',
  routes: [
    {
      id: 'signup',
      path: '/auth/signup',
      title: 'Start free trial',
      crumb: null,
      roles: [],
      guards: ['signup'],
      layout: 'auth',
    },
    {
      id: 'signup-confirm',
      path: '/auth/signup/confirm',
      title: 'Finish sign-up',
      crumb: null,
      roles: [],
      guards: ['signup'],
      layout: 'auth',
    },
    {
      id: 'welcome',
      path: '/auth/welcome',
      title: 'Account created',
      crumb: null,
      roles: [],
      guards: [],
      layout: 'auth',
    },
    { id: 'login', path: '/auth/login', title: 'Log in', crumb: null, roles: [], guards: [], layout: 'auth' },
    { id: 'logout', path: '/auth/logout', title: 'Logged out', crumb: null, roles: [], guards: [], layout: 'auth' },
    {
      id: 'password-reset',
      path: '/auth/password/reset',
      title: 'Reset password',
      crumb: null,
      roles: [],
      guards: [],
      layout: 'auth',
    },
    {
      id: 'password-confirm',
      path: '/auth/password/confirm',
      title: 'New password',
      crumb: null,
      roles: [],
      guards: [],
      layout: 'auth',
    },
    {
      id: 'terms-confirm',
      path: '/auth/terms/confirm',
      title: 'Updated agreements',
      crumb: null,
      roles: [],
      guards: [],
      layout: 'auth',
    },
  ],
  menu: [],
} as const satisfies RemoteManifestInput

export type RouteId = (typeof manifest)['routes'][number]['id']
