import {
  allUsersStorage,
  organisationStorage,
  organisationUsage,
  projectsStorage,
  userProjectCounts,
  userStorage,
} from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, principalOf } from '../../platform/http/access-rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { onlyPage } from '../../platform/http/paging.ts'
import {
  projectsByUser,
  storageByUser,
  storageStatistics,
  storedMedia,
  storedResults,
  usageOf,
} from '../quotas/index.ts'
import { storageByProject } from './storage-repository.ts'

/** Routes of statistics. */
export const statisticsRoutes = (app: FastifyInstance, { db }: AppContext): void => {
  defineRoute(app, organisationStorage, access.member, async ({ request }) => {
    const { organisationId } = principalOf(request)
    const media = await storedMedia(db, organisationId)
    const results = await storedResults(db, organisationId)
    return { data: storageStatistics(media, results) }
  })

  defineRoute(app, allUsersStorage, access.member, async ({ request }) =>
    onlyPage(await storageByUser(db, principalOf(request).organisationId)),
  )

  defineRoute(app, userStorage, access.member, async ({ params, request }) => {
    const [used] = await storageByUser(db, principalOf(request).organisationId, params.userId)
    if (!used) throw new ApiError('ERR_0404')
    return { data: used }
  })

  defineRoute(app, projectsStorage, access.member, async ({ request }) =>
    onlyPage(await storageByProject(db, principalOf(request))),
  )

  defineRoute(app, userProjectCounts, access.member, async ({ request }) =>
    onlyPage(await projectsByUser(db, principalOf(request).organisationId)),
  )

  defineRoute(app, organisationUsage, access.member, async ({ request }) => ({
    data: await usageOf(db, principalOf(request).organisationId),
  }))
}
