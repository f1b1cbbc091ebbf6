import * as contract from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, principalOf } from '../../platform/http/access-rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { actorOf } from '../audit/index.ts'
import { listUsersBy, outlineOfUsers, questionOfUsers } from './list-repository.ts'
import { getMemberOutline, listMembers, updateMember } from './member-service.ts'
import { updateOwnName } from './profile-service.ts'
import { recogniseUsers } from './recognise-users.ts'
import { findCurrentUser, findListedUser, findListedUsers, toUserSeenBy } from './repository.ts'

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
    const { data, links } = await listUsersBy(db, questionOfUsers(principal, query), query, contract.listUsers.path)
    return { data: data.map((row) => toUserSeenBy(principal, row)), links }
  })

  defineRoute(app, contract.getUserOutline, access.nonGuest, async ({ request, query }) => ({
    data: await outlineOfUsers(db, questionOfUsers(principalOf(request), query), query['page[size]']),
  }))

  defineRoute(app, contract.getUser, access.member, async ({ request, params }) => {
    const principal = principalOf(request)
    const row = await findListedUser(db, principal.organisationId, params.userId)
    if (!row) throw new ApiError('ERR_0404')
    return { data: toUserSeenBy(principal, row) }
  })

  defineRoute(app, contract.findUsers, access.member, async ({ request, body }) => {
    const principal = principalOf(request)
    const found = await findListedUsers(db, principal.organisationId, body.data.users)
    const byId = new Map(found.map((row) => [row.id, toUserSeenBy(principal, row)]))
    return { data: [...new Set(body.data.users)].flatMap((id) => byId.get(id) ?? []) }
  })

  // Not for guests: they do not find people by addresses, and do not share.
  defineRoute(app, contract.recogniseUsers, access.nonGuest, async ({ request, body }) => ({
    data: await recogniseUsers(db, principalOf(request).organisationId, body.data.texts),
  }))

  defineRoute(app, contract.listMembers, access.admin, async ({ request, query }) =>
    listMembers(context, principalOf(request), query, contract.listMembers.path),
  )

  defineRoute(app, contract.getMemberOutline, access.admin, async ({ request, query }) => ({
    data: await getMemberOutline(context, principalOf(request), query),
  }))

  defineRoute(app, contract.updateMember, access.admin, async ({ request, params, body }) => {
    await updateMember(context, actorOf(request), params.userId, body.data)
    return undefined
  })
}
