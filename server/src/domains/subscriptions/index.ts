import type { Domain } from '../../platform/domain.ts'
import { subscriptionRoutes } from './routes.ts'

/** Plans that an organisation has, and the request for a larger one. */
export const subscriptionsDomain: Domain = { routes: subscriptionRoutes }
