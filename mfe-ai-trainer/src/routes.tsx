import type { PageLoader } from '@lamella/shared/contract'
import type { RouteId } from '../manifest.ts'

/** Route id of the manifest → its page, loaded on first use. */
export const routes: Record<RouteId, PageLoader> = {
  area: () => import('./pages/area/area-page.tsx'),
  dashboard: () => import('./pages/dashboard/dashboard-page.tsx'),
  'new-training': () => import('./pages/new-training/new-training-page.tsx'),
  'edit-training': () => import('./pages/new-training/edit-training-page.tsx'),
  'training-overview': () => import('./pages/training-overview/training-overview-page.tsx'),
  'training-evaluation': () => import('./pages/training-evaluation/training-evaluation-page.tsx'),
  'training-information': () => import('./pages/training-information/training-information-page.tsx'),
  'training-comparison': () => import('./pages/training-comparison/training-comparison-page.tsx'),
  'algorithm-robustness': () => import('./pages/algorithm-robustness/algorithm-robustness-page.tsx'),
  guest: () => import('./pages/guest/guest-page.tsx'),
  subscription: () => import('./pages/subscription/subscription-page.tsx'),
}
