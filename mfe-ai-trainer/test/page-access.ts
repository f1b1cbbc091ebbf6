import { aiMembers, type PageAccess, portalUsers } from '@lamella/shared/testing/portal-access.ts'
import type { RouteId } from '../manifest.ts'

// Until models can be trained, these pages make no calls of their own.
const page: PageAccess = { ends: aiMembers }

/** Who is admitted to each page: a table for the tests of the guards and of the server. */
export const pages: Record<RouteId, PageAccess> = {
  area: page,
  dashboard: page,
  'new-training': page,
  'edit-training': page,
  'training-overview': page,
  'training-evaluation': page,
  'training-information': page,
  'training-comparison': page,
  'algorithm-robustness': page,
  guest: { ends: { ...portalUsers, member: '/', 'member without AI': '/', admin: '/', operator: '/' } },
  subscription: {
    ends: {
      ...aiMembers,
      member: '/ai-trainer',
      admin: '/ai-trainer',
      operator: '/ai-trainer',
      'member without AI': null,
    },
  },
}
