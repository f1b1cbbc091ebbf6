import type { Domain } from '../../platform/domain.ts'
import { statisticsRoutes } from './routes.ts'

/** Statistics of usage by organisation, user and project. */
export const statsDomain: Domain = { routes: statisticsRoutes }
