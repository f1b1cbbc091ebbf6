import { auditRoutes } from '../domains/audit/routes.ts'
import { findClientApp } from '../domains/auth/client-app-repository.ts'
import { ensureOperatorToken } from '../domains/auth/operator-token.ts'
import { authRoutes } from '../domains/auth/routes.ts'
import { readProduct } from '../domains/auth/runtime-config.ts'
import { runtimeConfigRoute } from '../domains/auth/runtime-config-route.ts'
import { invitationRoutes } from '../domains/invitations/routes.ts'
import { organisationRoutes } from '../domains/organisations/routes.ts'
import { projectRoutes } from '../domains/projects/routes.ts'
import { statisticsRoutes } from '../domains/stats/routes.ts'
import { subscriptionRoutes } from '../domains/subscriptions/routes.ts'
import { ticketRoutes } from '../domains/tickets/routes.ts'
import { createFollowTrials } from '../domains/trials/follow-trials.ts'
import { avatarRoutes } from '../domains/users/avatar-routes.ts'
import { userRoutes } from '../domains/users/routes.ts'
import type { Domain } from '../platform/domain.ts'
import { createRemoveBlobs } from '../platform/storage/remove-blobs.ts'
import { announceDemo } from './demo/announce-demo.ts'
import { ensureDemo } from './demo/demo-organisation.ts'

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
  { routes: ticketRoutes },
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
