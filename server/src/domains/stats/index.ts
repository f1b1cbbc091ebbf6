import type { Domain } from '../../platform/domain.ts'
import { recordUsage } from './record-usage.ts'
import { statisticsRoutes } from './routes.ts'

/** Statistics of usage by organisation, user, project and day. */
export const statsDomain: Domain = { routes: statisticsRoutes, cleanUp: recordUsage }
