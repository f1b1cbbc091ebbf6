import type { Domain } from '../../platform/domain.ts'
import { labelRoutes } from './routes.ts'

/** Label sets of projects, and their labels. */
export const labelsDomain: Domain = { routes: labelRoutes }
