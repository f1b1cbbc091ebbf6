import type { GlobalRole, RemoteManifestInput } from '@lamella/shared/contract'

const everybody: GlobalRole[] = ['USER', 'ORG_ADMIN', 'GUEST']
/** Guests see their own profile under /settings but have no menu items (contradiction 31). */
const members: GlobalRole[] = ['USER']
const admins: GlobalRole[] = ['ORG_ADMIN']

/**
 * Routes of the auth pages, open without a session (D1-2.1-01 to D1-2.1-35), and of the settings (D1-2.6-58, D1-2.6-59,
 * D1-2.6-61).
 */
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
      id: 'invitation',
      path: '/auth/invitation/:invitationId',
      title: 'Accept invitation',
      crumb: null,
      roles: [],
      guards: [],
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
    {
      id: 'two-step',
      path: '/auth/two-step',
      title: 'Set up two-step verification',
      crumb: null,
      roles: [],
      guards: [],
      layout: 'auth',
    },
    {
      id: 'settings',
      path: '/settings',
      title: 'Settings',
      crumb: 'Settings',
      roles: everybody,
      guards: ['login', 'role'],
      layout: 'portal',
    },
    {
      id: 'users',
      path: '/settings/users',
      title: 'Users',
      crumb: 'Users',
      roles: members,
      guards: ['login', 'role'],
      layout: 'portal',
    },
    {
      // All members are sent here when a limit is reached; only admins have the menu item (D1-2.6-29) and can request
      // an upgrade.
      id: 'subscriptions',
      path: '/settings/subscriptions',
      title: 'Subscriptions',
      crumb: 'Subscriptions',
      roles: members,
      guards: ['login', 'role'],
      layout: 'portal',
    },
    {
      id: 'audit',
      path: '/settings/audit',
      title: 'Audit log',
      crumb: 'Audit log',
      roles: admins,
      guards: ['login', 'role'],
      layout: 'portal',
    },
  ],
  menu: [
    {
      id: 'settings-dashboard',
      title: 'Dashboard',
      icon: 'layout-dashboard',
      to: '/settings',
      group: 'settings',
      order: 10,
      roles: members,
    },
    {
      id: 'settings-users',
      title: 'Users',
      icon: 'users',
      to: '/settings/users',
      group: 'settings',
      order: 20,
      roles: members,
    },
    {
      id: 'settings-subscriptions',
      title: 'Subscriptions',
      icon: 'list-details',
      to: '/settings/subscriptions',
      group: 'settings',
      order: 30,
      roles: admins,
    },
    {
      id: 'settings-audit',
      title: 'Audit log',
      icon: 'list-check',
      to: '/settings/audit',
      group: 'settings',
      order: 40,
      roles: admins,
    },
  ],
} as const satisfies RemoteManifestInput

export type RouteId = (typeof manifest)['routes'][number]['id']
