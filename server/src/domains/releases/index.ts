import type { Domain } from '../../platform/domain.ts'
import { portalFileRoutes } from './portal-files.ts'
import { publishBuilds } from './publish-build.ts'
import { releaseRoutes } from './routes.ts'

export { type Build, readBuild, repositoryRoot, workspaceOf } from './build-folder.ts'
export { publishBuild } from './publish-build.ts'
export { localReleases, type ReleaseApi } from './release-api.ts'

/** Releases of the front ends: publication, activation, registry and files. */
export const releasesDomain: Domain = {
  state: () => ({ registry: { snapshot: null } }),
  routes: (app, context) => {
    releaseRoutes(app, context)
    portalFileRoutes(app, context)
  },
  start: async (context) => {
    if (context.config.publishBuilds && context.config.role !== 'worker') await publishBuilds(context)
  },
}
