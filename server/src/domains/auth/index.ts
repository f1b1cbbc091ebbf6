import type { Domain } from '../../platform/domain.ts'
import { ensureOperatorToken } from '../../platform/http/operator-token.ts'
import { readProduct } from '../../platform/product.ts'
import { cleanUpAccounts } from './clean-up.ts'
import { findClientApp } from './client-app-repository.ts'
import { authRoutes } from './routes.ts'
import { runtimeConfigRoute } from './runtime-config-route.ts'
import { ensureSealingKey } from './sealing-key.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'

export { type NewAgreements, renewAgreements } from './agreement-service.ts'
export { resetByOperator } from './second-factor/organisation-service.ts'

/** Sign-up, log-in, passwords, agreements, and the public configuration of the front end. */
export const authDomain: Domain = {
  routes: (app, context) => {
    authRoutes(app, context)
    secondFactorRoutes(app, context)
    runtimeConfigRoute(app, context)
  },
  cleanUp: cleanUpAccounts,
  start: async ({ config, db }) => {
    await findClientApp(db)
    await ensureOperatorToken(config)
    await ensureSealingKey(config)
    // Read once before listening, so that an invalid `product.json` stops the start.
    await readProduct(config.dataDir)
  },
}
