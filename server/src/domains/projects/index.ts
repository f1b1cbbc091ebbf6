import type { Domain } from '../../platform/domain.ts'
import { projectRoutes } from './routes.ts'

export { findProject } from './repository.ts'
export { findProjectRole, findProjectRoles, isVisibleTo, roleAmong } from './role-repository.ts'
export { projectAuditFields, storeProject } from './service.ts'

/** Projects, and the roles in them. */
export const projectsDomain: Domain = { routes: projectRoutes }
