import type { Domain } from '../../platform/domain.ts'
import { eventRoutes } from './routes.ts'

/** The stream of events for open pages. */
export const eventsDomain: Domain = { routes: eventRoutes }
