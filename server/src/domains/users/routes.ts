import { listUsers, whoAmI } from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../errors.ts'
import { pageOf } from '../../paging.ts'
import { access, principalOf } from '../../plugins/access-rules.ts'
import { defineRoute } from '../../plugins/define-route.ts'
import { findCurrentUser, listUsersOf } from './repository.ts'

export const userRoutes = (app: FastifyInstance, { db }: AppContext): void => {
  // Before portal access and agreements are checked: the client needs it to find out about them.
  defineRoute(app, whoAmI, access.session, async ({ request }) => {
    const user = await findCurrentUser(db, principalOf(request).userId)
    if (!user) throw new ApiError('ERR_1002')
    return { data: user }
  })

  defineRoute(app, listUsers, access.member, async ({ request, query }) =>
    pageOf(await listUsersOf(db, principalOf(request).organisationId, query), query, listUsers.path),
  )
}
