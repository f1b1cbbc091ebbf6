import * as contract from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, principalOf } from '../../platform/http/access-rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { pageOf } from '../../platform/http/paging.ts'
import { actorOf } from '../audit/index.ts'
import { listMembers, updateMember } from './member-service.ts'
import { updateOwnName } from './profile-service.ts'
import { findCurrentUser, listUsersOf, toUserSeenBy } from './repository.ts'

/** Routes of users and members. */
export const userRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { db } = context

  // A session is enough: clients read from it which agreements are missing.
  defineRoute(app, contract.whoAmI, access.session, async ({ request }) => {
    const user = await findCurrentUser(db, principalOf(request).userId)
    if (!user) throw new ApiError('ERR_1002')
    return { data: user }
  })

  defineRoute(app, contract.updateProfile, access.member, async ({ request, body }) => {
    await updateOwnName(context, actorOf(request), body.data)
    return undefined
  })

  defineRoute(app, contract.listUsers, access.member, async ({ request, query }) => {
    const principal = principalOf(request)
    const rows = await listUsersOf(db, principal.organisationId, query)
    const people = rows.map((row) => toUserSeenBy(principal, row))
    return pageOf(people, query, contract.listUsers.path)
  })

  defineRoute(app, contract.listMembers, access.admin, async ({ request, query }) =>
    listMembers(context, principalOf(request).organisationId, query, contract.listMembers.path),
  )

  defineRoute(app, contract.updateMember, access.admin, async ({ request, params, body }) => {
    await updateMember(context, actorOf(request), params.userId, body.data)
    return undefined
  })
}
