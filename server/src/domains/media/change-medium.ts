import type { ImageStatus } from '@lamella/shared/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { images, media } from '../../platform/db/schema/index.ts'

/** New state of a medium, with the columns that change with it. Status errors are cleared unless given. */
export type MediumChange = { status: ImageStatus } & Partial<
  Pick<
    typeof media.$inferInsert,
    'statusErrors' | 'sha256' | 'description' | 'further' | 'failedDecoder' | 'pictureBytes'
  >
>

/**
 * The only way to change the state of a medium. Open pages receive an event at the commit.
 *
 * @param from - expected states before the change
 * @returns false: the medium is in none of these states, or does not exist; nothing was changed
 */
export const changeMedium = async (
  { events, now }: Pick<AppContext, 'events' | 'now'>,
  tx: Executor,
  mediumId: string,
  from: readonly ImageStatus[],
  change: MediumChange,
): Promise<boolean> => {
  const { rowCount } = await tx
    .update(media)
    .set({ statusErrors: [], ...change, modified: now() })
    .where(and(eq(media.id, mediumId), inArray(media.status, [...from])))
  if (rowCount !== 1) return false
  await publishMediumChanged({ events }, tx, mediumId, change.status)
  return true
}

/** Publishes the state of all images of a medium to open pages, at the commit. */
export const publishMediumChanged = async (
  { events }: Pick<AppContext, 'events'>,
  tx: Executor,
  mediumId: string,
  status: ImageStatus,
): Promise<void> => {
  const appearances = await tx
    .select({ id: images.id, project: images.projectId })
    .from(images)
    .where(eq(images.mediumId, mediumId))
  for (const appearance of appearances) await events.publish({ type: 'image', ...appearance, status }, tx)
}
