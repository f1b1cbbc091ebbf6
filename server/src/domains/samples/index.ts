import type { Domain } from '../../platform/domain.ts'
import { failForgottenPictures } from './fail-forgotten.ts'
import { createAnalyseSample } from './jobs/analyse-sample.ts'
import { createDrawSample } from './jobs/draw-sample.ts'
import { sampleRoutes } from './routes.ts'

/** Ready-made projects to learn from (D2-2-44). */
export const samplesDomain: Domain = {
  routes: sampleRoutes,
  jobs: (context) => ({
    'draw-sample': createDrawSample(context),
    'analyse-sample': createAnalyseSample(context),
  }),
  cleanUp: failForgottenPictures,
}
