import * as contract from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, principalOf, projectParam } from '../../platform/http/access-rules.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { onlyPage } from '../../platform/http/paging.ts'
import { actorOf } from '../audit/index.ts'
import {
  inviteToProject,
  listProjectInvitations,
  resendProjectInvitation,
  revokeProjectInvitation,
} from '../invitations/index.ts'
import { findCandidates } from './candidates.ts'
import * as service from './contributor-service.ts'
import { listContributorsOf } from './repository.ts'

/** Routes of the contributors of a project, and of invitations to it. */
export const sharingRoutes = (app: FastifyInstance, context: AppContext): void => {
  const viewer = access.project(contract.projectRights.view, projectParam)
  const sharer = access.project(contract.projectRights.share, projectParam)

  defineRoute(app, contract.listContributors, viewer, async ({ params }) =>
    onlyPage(await listContributorsOf(context.db, params.projectId)),
  )

  defineRoute(app, contract.addContributor, sharer, async ({ request, params, body }) => {
    await service.addContributor(context, actorOf(request), params.projectId, body.data)
    return undefined
  })

  defineRoute(app, contract.changeContributor, sharer, async ({ request, params: { projectId, userId }, body }) => {
    await service.changeContributor(context, actorOf(request), projectId, { userId, ...body.data })
    return undefined
  })

  defineRoute(app, contract.removeContributor, sharer, async ({ request, params: { projectId, userId }, query }) => {
    await service.removeContributor(context, actorOf(request), projectId, { userId, was: query.was })
    return undefined
  })

  defineRoute(app, contract.findCandidates, sharer, async ({ request, params, query }) => ({
    data: await findCandidates(context.db, principalOf(request).organisationId, params.projectId, query),
  }))

  // Also for guests: they may refuse what was shared with them.
  defineRoute(app, contract.leaveProject, viewer, async ({ request, params }) => {
    await service.leaveProject(context, actorOf(request), params.projectId)
    return undefined
  })

  defineRoute(app, contract.transferProject, access.projectOwner(projectParam), async ({ request, params, body }) => {
    await service.transferProject(context, actorOf(request), params.projectId, body.data)
    return undefined
  })

  defineRoute(app, contract.listProjectInvitations, sharer, async ({ params }) =>
    onlyPage(await listProjectInvitations(context, params.projectId)),
  )

  defineRoute(app, contract.inviteToProject, sharer, async ({ request, params, body }) => ({
    data: await inviteToProject(context, actorOf(request), params.projectId, body.data),
  }))

  defineRoute(app, contract.resendProjectInvitation, sharer, async ({ request, params }) => {
    await resendProjectInvitation(context, actorOf(request), params.projectId, params.invitationId)
    return undefined
  })

  defineRoute(app, contract.revokeProjectInvitation, sharer, async ({ request, params }) => {
    await revokeProjectInvitation(context, actorOf(request), params.projectId, params.invitationId)
    return undefined
  })
}
