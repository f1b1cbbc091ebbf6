import type { Domain } from '../../platform/domain.ts'
import { sharingRoutes } from './routes.ts'

/** Who contributes to a project, in which role, and who owns it. */
export const sharingDomain: Domain = { routes: sharingRoutes }
