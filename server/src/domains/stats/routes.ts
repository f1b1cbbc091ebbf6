import {
  allUsersStorage,
  organisationStorage,
  organisationUsage,
  organisationUsageDays,
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
import { isVisibleTo } from '../projects/index.ts'
import { projectsByUser, storageStatistics, usageOf } from '../quotas/index.ts'
import { contentsOf, storageByProject, storageByUser, storageOf } from '../totals/index.ts'
import { listUsageDays } from './usage-days.ts'

/** Routes of statistics. */
export const statisticsRoutes = (app: FastifyInstance, { db, now }: AppContext): void => {
  defineRoute(app, organisationStorage, access.member, async ({ request }) => {
    const { organisationId } = principalOf(request)
    const { media, results } = await storageOf(db, organisationId)
    return { data: storageStatistics(media, results) }
  })

  defineRoute(app, allUsersStorage, access.member, async ({ request }) =>
    onlyPage(await storageByUser(db, principalOf(request).organisationId)),
  )

  defineRoute(app, userStorage, access.member, async ({ params, request }) => {
    const [used] = await storageByUser(db, principalOf(request).organisationId, [params.userId])
    if (!used) throw new ApiError('ERR_0404')
    return { data: used }
  })

  defineRoute(app, projectsStorage, access.member, async ({ request, query }) =>
    onlyPage(await storageByProject(db, isVisibleTo(db, principalOf(request)), query['filter[largest]'])),
  )

  defineRoute(app, userProjectCounts, access.member, async ({ request }) =>
    onlyPage(await projectsByUser(db, principalOf(request).organisationId)),
  )

  defineRoute(app, organisationUsage, access.member, async ({ request }) => ({
    data: await usageOf(db, principalOf(request).organisationId, contentsOf),
  }))

  defineRoute(app, organisationUsageDays, access.nonGuest, async ({ request, query }) => ({
    data: await listUsageDays(db, principalOf(request).organisationId, query['filter[days]'], now()),
  }))
}
