import { and, inArray, isNull } from 'drizzle-orm'
import type { AppContext } from '../../platform/context.ts'
import { media } from '../../platform/db/schema/index.ts'
import { hasNoJob } from '../../platform/queue/forgotten-jobs.ts'
import { changeMedium } from '../media/index.ts'
import { notDrawn, waiting } from './jobs/draw-sample.ts'

/**
 * Part of the hourly clean-up: pictures that are to be drawn and that no job of the queue is left for have failed. They are not drawn
 * again, because which picture it was is known to that job only.
 */
export const failForgottenPictures = async (context: AppContext): Promise<void> => {
  const { db } = context
  const isForgotten = and(
    inArray(media.status, [...waiting]),
    // Set as soon as a picture is drawn; the images domain looks after it from then on.
    isNull(media.sha256),
    hasNoJob('draw-sample', media.id),
    hasNoJob('process-image', media.id),
  )
  for (const { id } of await db.select({ id: media.id }).from(media).where(isForgotten)) {
    await db.transaction((tx) => changeMedium(context, tx, id, waiting, notDrawn))
  }
}
