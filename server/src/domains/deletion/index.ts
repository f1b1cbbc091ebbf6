import type { Domain } from '../../platform/domain.ts'
import { deletionRoutes } from './routes.ts'

export { removeProject } from './delete-project.ts'

/** What goes with a project: its rows, files and jobs. */
export const deletionDomain: Domain = { routes: deletionRoutes }
