import type { PageLoader } from '@lamella/shared/contract'
import type { RouteId } from '../manifest.ts'

/** Route id of the manifest → its page, loaded on first use. */
export const routes: Record<RouteId, PageLoader> = {
  projects: () => import('./pages/projects/projects-page.tsx'),
  'new-project': () => import('./pages/new-project/new-project-page.tsx'),
  library: () => import('./pages/library/library-page.tsx'),
  analysis: () => import('./pages/analysis/analysis-page.tsx'),
  jobs: () => import('./pages/jobs/jobs-page.tsx'),
  job: () => import('./pages/job/job-page.tsx'),
  labelsets: () => import('./pages/labelsets/labelsets-page.tsx'),
  multichannel: () => import('./pages/multichannel/multichannel-page.tsx'),
  sharing: () => import('./pages/sharing/sharing-page.tsx'),
  viewer: () => import('./pages/viewer/viewer-page.tsx'),
  project: () => import('./pages/project/project-page.tsx'),
}
