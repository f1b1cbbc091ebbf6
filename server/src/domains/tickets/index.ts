import type { Domain } from '../../platform/domain.ts'
import { ticketRoutes } from './routes.ts'

/** Download links with a ticket, valid for five minutes (ADR 44). */
export const ticketsDomain: Domain = { routes: ticketRoutes }
