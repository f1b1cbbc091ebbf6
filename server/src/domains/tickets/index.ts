import type { Domain } from '../../platform/domain.ts'
import { ticketRoutes } from './routes.ts'

/** Links that open one download for a few minutes. */
export const ticketsDomain: Domain = { routes: ticketRoutes }
