import type { GlobalRole, RemoteManifestInput, StandardGuard } from '@lamella/shared/contract'

const everybody: GlobalRole[] = ['USER', 'ORG_ADMIN', 'GUEST']
const members: GlobalRole[] = ['USER']
/**
 * The AI-trainer guard runs before the role guard, so that guests and members without a subscription reach their pages
 * (D1-6-08, D1-6-09).
 */
const guards: StandardGuard[] = ['login', 'ai-trainer', 'role']

/** Training is not built yet: its entries say so before the click. */
const note = 'Not available yet'

/** Routes and menu of the AI trainer (D1-2.4-02, D1-2.4-15, D1-2.6-25). */
export const manifest = {
  id: 'ai-trainer',
  contract: '^1.1.0',
  routes: [
    { id: 'area', path: '/ai-trainer', title: 'AI Trainer', crumb: 'AI Trainer', roles: everybody, guards },
    {
      id: 'dashboard',
      path: '/ai-trainer/dashboard',
      title: 'AI Trainer',
      crumb: 'Dashboard',
      roles: members,
      guards,
    },
    {
      id: 'new-training',
      path: '/ai-trainer/new-training',
      title: 'New Training',
      crumb: 'New Training',
      roles: members,
      guards,
      note,
    },
    {
      id: 'edit-training',
      path: '/ai-trainer/new-training/:trainingId',
      title: 'New Training',
      crumb: 'Training',
      roles: members,
      guards,
      note,
    },
    {
      id: 'training-overview',
      path: '/ai-trainer/training-overview',
      title: 'Training Overview',
      crumb: 'Training Overview',
      roles: members,
      guards,
      note,
    },
    {
      id: 'training-evaluation',
      path: '/ai-trainer/training-evaluation',
      title: 'Training Evaluation',
      crumb: 'Training Evaluation',
      roles: members,
      guards,
      note,
    },
    {
      id: 'training-information',
      path: '/ai-trainer/training-evaluation/training-information/:trainingId',
      title: 'Training Information',
      crumb: 'Training Information',
      roles: members,
      guards,
      note,
    },
    {
      id: 'training-comparison',
      path: '/ai-trainer/training-evaluation/training-comparison/:trainingId',
      title: 'Training Comparison',
      crumb: 'Training Comparison',
      roles: members,
      guards,
      note,
    },
    {
      id: 'algorithm-robustness',
      path: '/ai-trainer/algorithm-robustness',
      title: 'Algorithm robustness',
      crumb: 'Algorithm robustness',
      roles: members,
      guards,
      note,
    },
    {
      id: 'guest',
      path: '/ai-trainer/guest',
      title: 'AI Trainer',
      crumb: null,
      roles: ['GUEST'],
      guards: ['login', 'role'],
    },
    {
      id: 'subscription',
      path: '/ai-trainer/subscription',
      title: 'AI Trainer',
      crumb: null,
      roles: members,
      guards: ['login', 'ai-trainer', 'ai-subscription', 'role'],
    },
  ],
  menu: [
    {
      id: 'ai-dashboard',
      title: 'Dashboard',
      icon: 'layout-dashboard',
      to: '/ai-trainer/dashboard',
      group: 'ai',
      order: 10,
      roles: everybody,
    },
    {
      id: 'ai-new-training',
      title: 'New Training',
      icon: 'plus',
      to: '/ai-trainer/new-training',
      group: 'ai',
      order: 20,
      roles: members,
    },
    {
      id: 'ai-training-overview',
      title: 'Training Overview',
      icon: 'list-details',
      to: '/ai-trainer/training-overview',
      group: 'ai',
      order: 30,
      roles: members,
    },
    {
      id: 'ai-training-evaluation',
      title: 'Training Evaluation',
      icon: 'activity',
      to: '/ai-trainer/training-evaluation',
      group: 'ai',
      order: 40,
      roles: members,
    },
  ],
} as const satisfies RemoteManifestInput

export type RouteId = (typeof manifest)['routes'][number]['id']
