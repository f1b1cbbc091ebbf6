import * as contract from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, principalOf } from '../../platform/http/access-rules.ts'
import { clientInfoOf } from '../../platform/http/client-info.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { actorOf } from '../audit/index.ts'
import { joinByInvitation, openInvitation } from './accept-service.ts'
import {
  createInvitations,
  getInvitationOutline,
  invite,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from './invite-service.ts'

/** Routes of invitations, for admins and for the invited. */
export const invitationRoutes = (app: FastifyInstance, context: AppContext): void => {
  defineRoute(app, contract.createInvitations, access.admin, async ({ request, body }) => ({
    data: await createInvitations(context, actorOf(request), body.data),
  }))

  defineRoute(app, contract.invite, access.admin, async ({ request, body }) => ({
    data: await invite(context, actorOf(request), body.data),
  }))

  defineRoute(app, contract.listInvitations, access.admin, ({ request, query }) =>
    listInvitations(context, principalOf(request).organisationId, query, contract.listInvitations.path),
  )

  defineRoute(app, contract.getInvitationOutline, access.admin, async ({ request, query }) => ({
    data: await getInvitationOutline(context, principalOf(request).organisationId, query.sort, query['page[size]']),
  }))

  defineRoute(app, contract.resendInvitation, access.admin, async ({ request, params }) => {
    await resendInvitation(context, actorOf(request), params.invitationId)
    return undefined
  })

  defineRoute(app, contract.revokeInvitation, access.admin, async ({ request, params }) => {
    await revokeInvitation(context, actorOf(request), params.invitationId)
    return undefined
  })

  defineRoute(app, contract.openInvitation, access.public, async ({ params, query }) => ({
    data: await openInvitation(context, params.invitationId, query.token),
  }))

  defineRoute(app, contract.acceptInvitation, access.public, async ({ request, params, body }) => {
    await joinByInvitation(context, params.invitationId, body.data, clientInfoOf(request))
    return undefined
  })
}
