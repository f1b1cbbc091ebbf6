import type { RemoteManifestInput } from '@lamella/shared/contract'

/** Document 1 §2.4. The training screens join when they exist: a route without a page is not offered. */
export const manifest = {
  id: 'ai-trainer',
  contract: '^1.0.0',
  routes: [
    {
      id: 'guest',
      path: '/ai-trainer/guest',
      title: 'AI Trainer',
      crumb: 'AI Trainer',
      roles: ['GUEST'],
      guards: ['login', 'role'],
    },
    {
      id: 'subscription',
      path: '/ai-trainer/subscription',
      title: 'AI Trainer',
      crumb: 'AI Trainer',
      roles: ['USER'],
      guards: ['login', 'ai-trainer', 'ai-subscription', 'role'],
    },
  ],
  menu: [],
} as const satisfies RemoteManifestInput

export type RouteId = (typeof manifest)['routes'][number]['id']
