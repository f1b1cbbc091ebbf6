import { getPlan, listPastSubscriptions, listPlans, listSubscriptions, requestUpgrade } from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, principalOf } from '../../platform/http/access-rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { onlyPage } from '../../platform/http/paging.ts'
import { actorOf } from '../audit/index.ts'
import * as repository from './repository.ts'
import { requestUpgrade as sendUpgradeRequest } from './upgrade-service.ts'

/** Routes of subscriptions. */
export const subscriptionRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { db, now } = context

  // A session is enough: the trial indicator and the dialog "Subscription expired" need the list.
  defineRoute(app, listSubscriptions, access.session, async ({ request }) =>
    onlyPage(await repository.listActiveSubscriptions(db, principalOf(request).organisationId, now())),
  )

  defineRoute(app, listPastSubscriptions, access.nonGuest, async ({ request }) =>
    onlyPage(await repository.listPastSubscriptions(db, principalOf(request).organisationId, now())),
  )

  defineRoute(app, listPlans, access.nonGuest, async ({ request }) =>
    onlyPage(await repository.listPlans(db, principalOf(request).organisationId)),
  )

  defineRoute(app, getPlan, access.nonGuest, async ({ request, params }) => {
    const plan = await repository.findPlan(db, principalOf(request).organisationId, params.planId)
    if (!plan) throw new ApiError('ERR_0404')
    return { data: plan }
  })

  defineRoute(app, requestUpgrade, access.admin, async ({ request, body }) => {
    await sendUpgradeRequest(context, actorOf(request), body.data)
    return undefined
  })
}
