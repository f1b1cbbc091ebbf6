import { organisationStorage, userProjectCounts } from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { onlyPage } from '../../paging.ts'
import { access, principalOf } from '../../plugins/access-rules.ts'
import { defineRoute } from '../../plugins/define-route.ts'
import { projectsByUser, storedMedia, storedResults } from './repository.ts'

export const statisticsRoutes = (app: FastifyInstance, { db }: AppContext): void => {
  defineRoute(app, organisationStorage, access.member, async ({ request }) => {
    const { organisationId } = principalOf(request)
    const media = await storedMedia(db, organisationId)
    const results = await storedResults(db, organisationId)
    return {
      data: {
        objectTypes: [
          { type: 'ImageMedium' as const, ...media },
          { type: 'JobResultAsset' as const, ...results },
        ],
        total: { fileCount: media.fileCount + results.fileCount, size: media.size + results.size },
      },
    }
  })

  defineRoute(app, userProjectCounts, access.member, async ({ request }) =>
    onlyPage(await projectsByUser(db, principalOf(request).organisationId)),
  )
}
