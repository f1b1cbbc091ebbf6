import type { Domain } from '../../platform/domain.ts'
import { eventRoutes } from './routes.ts'

/** Tells open pages what changed. */
export const eventsDomain: Domain = { routes: eventRoutes }
