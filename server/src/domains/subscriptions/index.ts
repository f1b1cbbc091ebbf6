import type { Domain } from '../../platform/domain.ts'
import { renewPlans } from './renew-plans.ts'
import { subscriptionRoutes } from './routes.ts'

export { endPlan, grantPlan, parseLimits, showPlans } from './operate-plans.ts'

/** Subscriptions of an organisation, and requests for an upgrade. */
export const subscriptionsDomain: Domain = { routes: subscriptionRoutes, cleanUp: renewPlans }
