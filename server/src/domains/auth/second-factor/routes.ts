import * as contract from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../platform/context.ts'
import { access } from '../../../platform/http/access-rules.ts'
import { defineRoute } from '../../../platform/http/define-route.ts'
import { actorOf } from '../../audit/index.ts'
import { resetOfMember, setRequired } from './organisation-service.ts'
import {
  beginOwnSecondFactor,
  confirmOwnSecondFactor,
  disableOwnSecondFactor,
  getOwnSecondFactor,
  renewOwnRecoveryCodes,
} from './service.ts'

/** Routes of the second factor: the own one, that of a member, and the requirement of the organisation. */
export const secondFactorRoutes = (app: FastifyInstance, context: AppContext): void => {
  // A session is enough for one's own factor: a member who still has to set it up passes no stricter rule.
  defineRoute(app, contract.getSecondFactor, access.session, async ({ request }) => ({
    data: await getOwnSecondFactor(context, actorOf(request)),
  }))

  defineRoute(app, contract.beginSecondFactor, access.session, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store')
    return { data: await beginOwnSecondFactor(context, actorOf(request)) }
  })

  defineRoute(app, contract.confirmSecondFactor, access.session, async ({ request, reply, body }) => {
    reply.header('cache-control', 'no-store')
    return { data: { recoveryCodes: await confirmOwnSecondFactor(context, actorOf(request), body.data) } }
  })

  defineRoute(app, contract.renewRecoveryCodes, access.session, async ({ request, reply, body }) => {
    reply.header('cache-control', 'no-store')
    return { data: { recoveryCodes: await renewOwnRecoveryCodes(context, actorOf(request), body.data) } }
  })

  defineRoute(app, contract.disableSecondFactor, access.session, async ({ request, body }) => {
    await disableOwnSecondFactor(context, actorOf(request), body.data)
    return undefined
  })

  defineRoute(app, contract.resetSecondFactor, access.admin, async ({ request, params }) => {
    await resetOfMember(context, actorOf(request), params.userId)
    return undefined
  })

  defineRoute(app, contract.requireSecondFactor, access.admin, async ({ request, body }) => {
    await setRequired(context, actorOf(request), body.data.required)
    return undefined
  })
}
