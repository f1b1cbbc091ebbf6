import type { PageLoader } from '@lamella/shared/contract'
import type { RouteId } from '../manifest.ts'
import { withKeptEdits } from './features/annotation/with-kept-edits.tsx'
import { inProject } from './features/gone/in-project.tsx'

const ofProject = (load: PageLoader): PageLoader => inProject(withKeptEdits(load))

/** Route id of the manifest → its page, loaded on first use. */
export const routes: Record<RouteId, PageLoader> = {
  projects: withKeptEdits(() => import('./pages/projects/projects-page.tsx')),
  'new-project': withKeptEdits(() => import('./pages/new-project/new-project-page.tsx')),
  library: ofProject(() => import('./pages/library/library-page.tsx')),
  analysis: ofProject(() => import('./pages/analysis/analysis-page.tsx')),
  jobs: ofProject(() => import('./pages/jobs/jobs-page.tsx')),
  'compare-jobs': ofProject(() => import('./pages/comparison/comparison-page.tsx')),
  job: ofProject(() => import('./pages/job/job-page.tsx')),
  labelsets: ofProject(() => import('./pages/labelsets/labelsets-page.tsx')),
  multichannel: ofProject(() => import('./pages/multichannel/multichannel-page.tsx')),
  annotations: ofProject(() => import('./pages/annotations/annotations-page.tsx')),
  sharing: ofProject(() => import('./pages/sharing/sharing-page.tsx')),
  viewer: ofProject(() => import('./pages/viewer/viewer-page.tsx')),
  project: ofProject(() => import('./pages/project/project-page.tsx')),
}
