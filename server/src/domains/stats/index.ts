import type { Domain } from '../../platform/domain.ts'
import { statisticsRoutes } from './routes.ts'

/** What is used, by organisation, user and project. */
export const statsDomain: Domain = { routes: statisticsRoutes }
