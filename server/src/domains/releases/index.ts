import type { Domain } from '../../platform/domain.ts'
import { portalFileRoutes } from './portal-files.ts'
import { publishBuilds } from './publish-build.ts'
import { createRemoveRelease, removeUnpublished } from './removal-service.ts'
import { releaseRoutes } from './routes.ts'
import { forgetReports } from './trial-repository.ts'
import { trialRoutes } from './trial-routes.ts'
import { createWatchTrials } from './watch-trials.ts'

export { type Build, readBuild, repositoryRoot, workspaceOf } from './build-folder.ts'
export { publishBuild } from './publish-build.ts'
export { localReleases, type ReleaseApi } from './release-api.ts'
export { isReservedName } from './server-paths.ts'

/** Milliseconds: longer than a trial that is promoted by its clock may last. */
const keptReports = 120 * 86_400_000

/** Releases of the front ends: publication, activation, registry and files. */
export const releasesDomain: Domain = {
  state: () => ({ registry: { snapshot: null } }),
  routes: (app, context) => {
    releaseRoutes(app, context)
    trialRoutes(app, context)
    portalFileRoutes(app, context)
  },
  jobs: (context) => ({
    'watch-trial-releases': createWatchTrials(context),
    'remove-release': createRemoveRelease(context),
  }),
  cleanUp: async (context) => {
    await forgetReports(context.db, new Date(context.now().getTime() - keptReports))
    await removeUnpublished(context)
  },
  start: async (context) => {
    if (context.config.publishBuilds && context.config.role !== 'worker') await publishBuilds(context)
  },
}
