import { and, inArray, isNotNull } from 'drizzle-orm'
import type { AppContext } from '../../platform/context.ts'
import { media } from '../../platform/db/schema/index.ts'
import { enqueueForgotten, hasNoJob } from '../../platform/queue/forgotten-jobs.ts'

/** Part of the hourly clean-up: images that are to be processed and that no job of the queue is left for. */
export const enqueueForgottenImages = (context: AppContext): Promise<void> =>
  enqueueForgotten(context, 'process-image', async (tx) => {
    const rows = await tx
      .select({ mediumId: media.id, organisationId: media.organisationId })
      .from(media)
      .where(
        and(
          inArray(media.status, ['uploadFinished', 'processing']),
          // Otherwise it is a picture of the samples that has still to be drawn.
          isNotNull(media.sha256),
          hasNoJob('process-image', media.id),
        ),
      )
    return rows.map((payload) => ({ key: payload.mediumId, payload }))
  })
