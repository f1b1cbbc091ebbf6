import type { PageLoader } from '@lamella/shared/contract'
import type { RouteId } from '../manifest.ts'

/** Route id of the manifest → its page, loaded when it is first shown. */
export const routes: Partial<Record<RouteId, PageLoader>> = {
  projects: () => import('./pages/projects/projects-page.tsx'),
  'new-project': () => import('./pages/new-project/new-project-page.tsx'),
  project: () => import('./pages/project/project-page.tsx'),
}
