import type { PageLoader } from '@lamella/shared/contract'
import type { RouteId } from '../manifest.ts'

/** Route id of the manifest → its page, loaded on first use. */
export const routes: Record<RouteId, PageLoader> = {
  dashboard: () => import('./pages/dashboard/dashboard-page.tsx'),
  upload: () => import('./pages/upload/upload-page.tsx'),
  monitor: () => import('./pages/monitor/monitor-page.tsx'),
}
