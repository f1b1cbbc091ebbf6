import type { Domain } from '../../platform/domain.ts'
import { subscriptionRoutes } from './routes.ts'

/** Subscriptions of an organisation, and requests for an upgrade. */
export const subscriptionsDomain: Domain = { routes: subscriptionRoutes }
