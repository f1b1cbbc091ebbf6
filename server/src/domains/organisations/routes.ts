import { aboutOrganisation, organisationAdmin, restrictionKeys } from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../errors.ts'
import { access, principalOf } from '../../plugins/access-rules.ts'
import { defineRoute } from '../../plugins/define-route.ts'
import { findLimits } from '../subscriptions/limits-repository.ts'
import { hasActivePlan } from '../subscriptions/repository.ts'
import { findAdmin, findOrganisation } from './repository.ts'

export const organisationRoutes = (app: FastifyInstance, { db, now }: AppContext): void => {
  // The session suffices for both: they say whether and why somebody has no access.
  defineRoute(app, aboutOrganisation, access.session, async ({ request }) => {
    const { organisationId } = principalOf(request)
    const moment = now()
    const organisation = await findOrganisation(db, organisationId)
    if (!organisation) throw new ApiError('ERR_0404')
    const limits = await findLimits(db, organisationId, moment)
    return {
      data: {
        ...organisation,
        portalWebAccess: await hasActivePlan(db, organisationId, 'portal', moment),
        canAccessAITrainer: await hasActivePlan(db, organisationId, 'ai', moment),
        restrictions: restrictionKeys.map((key) => ({ key, value: limits[key] })),
      },
    }
  })

  defineRoute(app, organisationAdmin, access.session, async ({ request }) => {
    const admin = await findAdmin(db, principalOf(request).organisationId)
    if (!admin) throw new ApiError('ERR_0404')
    return { data: admin }
  })
}
