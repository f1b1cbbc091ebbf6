import type { Domain } from '../../platform/domain.ts'
import { deletionRoutes } from './routes.ts'

export { removeProject } from './delete-project.ts'

/** Deletion of projects with their rows, files and jobs. */
export const deletionDomain: Domain = { routes: deletionRoutes }
