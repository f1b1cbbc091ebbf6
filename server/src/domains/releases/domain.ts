import type { Domain } from '../../platform/domain.ts'
import { portalFiles } from './portal-files.ts'
import { publishBuilds } from './publish-build.ts'
import { releaseRoutes } from './routes.ts'

/** The registry of releases, and what browsers load of them. */
export const releaseDomain: Domain = {
  routes: (app, context) => {
    releaseRoutes(app, context)
    portalFiles(app, context)
  },
  start: async (context) => {
    if (context.config.publishBuilds && context.config.role !== 'worker') await publishBuilds(context)
  },
}
