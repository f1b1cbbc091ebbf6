import { listSubscriptions } from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { onlyPage } from '../../paging.ts'
import { access, principalOf } from '../../plugins/access-rules.ts'
import { defineRoute } from '../../plugins/define-route.ts'
import { listActiveSubscriptions } from './repository.ts'

export const subscriptionRoutes = (app: FastifyInstance, { db, now }: AppContext): void => {
  // The session suffices: the free-trial indicator and the expired dialog need it.
  defineRoute(app, listSubscriptions, access.session, async ({ request }) =>
    onlyPage(await listActiveSubscriptions(db, principalOf(request).organisationId, now())),
  )
}
