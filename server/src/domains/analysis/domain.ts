import { createMakeBundle } from '../../jobs/handlers/make-bundle.ts'
import { createRunAnalysis } from '../../jobs/handlers/run-analysis.ts'
import type { Domain } from '../domain.ts'
import { analysisRoutes } from './routes.ts'

/** Applications, jobs, results and bundles. */
export const analysisDomain: Domain = {
  routes: analysisRoutes,
  jobs: (context) => ({ 'run-analysis': createRunAnalysis(context), 'make-bundle': createMakeBundle(context) }),
}
