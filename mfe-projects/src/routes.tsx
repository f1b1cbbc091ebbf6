import type { PageLoader } from '@lamella/shared/contract'
import type { RouteId } from '../manifest.ts'
import { withKeptEdits } from './features/annotation/with-kept-edits.tsx'
import { inProject } from './features/gone/in-project.tsx'

const pages: Record<RouteId, PageLoader> = {
  projects: () => import('./pages/projects/projects-page.tsx'),
  'new-project': () => import('./pages/new-project/new-project-page.tsx'),
  library: inProject(() => import('./pages/library/library-page.tsx')),
  analysis: inProject(() => import('./pages/analysis/analysis-page.tsx')),
  jobs: inProject(() => import('./pages/jobs/jobs-page.tsx')),
  'compare-jobs': inProject(() => import('./pages/comparison/comparison-page.tsx')),
  job: inProject(() => import('./pages/job/job-page.tsx')),
  labelsets: inProject(() => import('./pages/labelsets/labelsets-page.tsx')),
  multichannel: inProject(() => import('./pages/multichannel/multichannel-page.tsx')),
  annotations: inProject(() => import('./pages/annotations/annotations-page.tsx')),
  sharing: inProject(() => import('./pages/sharing/sharing-page.tsx')),
  viewer: inProject(() => import('./pages/viewer/viewer-page.tsx')),
  project: inProject(() => import('./pages/project/project-page.tsx')),
}

/** Route id of the manifest → its page, loaded on first use. */
export const routes = Object.fromEntries(
  Object.entries(pages).map(([id, load]) => [id, withKeptEdits(load)]),
) as Record<RouteId, PageLoader>
