import * as contract from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, principalOf } from '../../platform/http/access-rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { actorOf } from '../audit/index.ts'
import { findLimits, hasActivePlan } from '../quotas/index.ts'
import { findAdmin } from '../users/index.ts'
import { findOrganisation } from './repository.ts'
import { getOrganisation, updateOrganisation } from './service.ts'

/** Routes of the caller's own organisation. */
export const organisationRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { db, now } = context
  // A session is enough for the first two: clients read from them whether and why a user has no access.
  defineRoute(app, contract.aboutOrganisation, access.session, async ({ request }) => {
    const { organisationId } = principalOf(request)
    const moment = now()
    const organisation = await findOrganisation(db, organisationId)
    if (!organisation) throw new ApiError('ERR_0404')
    const limits = await findLimits(db, organisationId, moment)
    return {
      data: {
        id: organisation.id,
        name: organisation.name,
        portalWebAccess: await hasActivePlan(db, organisationId, 'portal', moment),
        canAccessAITrainer: await hasActivePlan(db, organisationId, 'ai', moment),
        restrictions: contract.restrictionKeys.map((key) => ({ key, value: limits[key] })),
      },
    }
  })

  defineRoute(app, contract.organisationAdmin, access.session, async ({ request }) => {
    const admin = await findAdmin(db, principalOf(request).organisationId)
    if (!admin) throw new ApiError('ERR_0404')
    return { data: { id: admin.id, email: admin.email } }
  })

  defineRoute(app, contract.getOrganisation, access.member, async ({ request }) => ({
    data: await getOrganisation(context, principalOf(request).organisationId),
  }))

  defineRoute(app, contract.updateOrganisation, access.admin, async ({ request, body }) => {
    await updateOrganisation(context, actorOf(request), body.data)
    return undefined
  })
}
