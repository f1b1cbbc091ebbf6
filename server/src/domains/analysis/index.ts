import type { Domain } from '../../platform/domain.ts'
import { announceOverdue } from './announce-analyses.ts'
import { cleanUpBundles } from './bundle-expiry.ts'
import { enqueueForgottenAnalyses } from './forgotten-analyses.ts'
import { createMakeBundle } from './jobs/make-bundle.ts'
import { createMeasureImage } from './jobs/measure-image.ts'
import { createRunAnalysis } from './jobs/run-analysis.ts'
import { createResultObjects } from './result-objects.ts'
import { analysisRoutes } from './routes.ts'

export { type AdoptableResult, findAdoptableResult } from './adoptable-result.ts'
export { hasJob } from './repository.ts'
export { createResultObjects, objectsPerPiece } from './result-objects.ts'
export { submitJob } from './service.ts'

/** Analysis: applications, jobs, results and bundles. */
export const analysisDomain: Domain = {
  routes: analysisRoutes,
  jobs: (context) => ({
    'run-analysis': createRunAnalysis(context),
    'measure-image': createMeasureImage(context),
    'make-bundle': createMakeBundle(context, createResultObjects(context)),
  }),
  cleanUp: async (context) => {
    await cleanUpBundles(context)
    await announceOverdue(context)
    await enqueueForgottenAnalyses(context)
  },
}
