import { announceDemo } from '../demo/announce-demo.ts'
import { ensureDemo } from '../demo/demo-organisation.ts'
import { createRemoveBlobs } from '../storage/remove-blobs.ts'
import { auditRoutes } from './audit/routes.ts'
import { findClientApp } from './auth/client-app-repository.ts'
import { ensureOperatorToken } from './auth/operator-token.ts'
import { authRoutes } from './auth/routes.ts'
import { readProduct } from './auth/runtime-config.ts'
import { runtimeConfigRoute } from './auth/runtime-config-route.ts'
import type { Domain } from './domain.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { organisationRoutes } from './organisations/routes.ts'
import { projectRoutes } from './projects/routes.ts'
import { statisticsRoutes } from './stats/routes.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'
import { createFollowTrials } from './trials/follow-trials.ts'
import { avatarRoutes } from './users/avatar-routes.ts'
import { userRoutes } from './users/routes.ts'

/** Who may come in, and what organisations own. */
export const accountDomains: readonly Domain[] = [
  {
    routes: authRoutes,
    start: async ({ config, db }) => {
      await findClientApp(db)
      await ensureOperatorToken(config)
    },
  },
  // Read once before listening: a `product.json` that is not valid stops the start, not the first visitor.
  { routes: runtimeConfigRoute, start: async ({ config }) => void (await readProduct(config.dataDir)) },
  { routes: userRoutes },
  { routes: avatarRoutes },
  { routes: invitationRoutes },
  { routes: auditRoutes },
  { routes: organisationRoutes },
  { routes: subscriptionRoutes, jobs: (context) => ({ 'follow-trials': createFollowTrials(context) }) },
  { routes: statisticsRoutes },
  { routes: projectRoutes, jobs: (context) => ({ 'remove-blobs': createRemoveBlobs(context) }) },
  {
    start: async (context, { isNewData }) => {
      const users = await ensureDemo(context, isNewData)
      if (users) announceDemo(users)
    },
  },
]
