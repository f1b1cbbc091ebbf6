import type { ImageStatus } from '@lamella/shared/contract'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { images, media } from '../../platform/db/schema/index.ts'
import { notifyJoined } from '../notifications/index.ts'

/** New state of a medium, with the columns that change with it. Status errors are cleared unless given. */
export type MediumChange = { status: ImageStatus } & Partial<
  Pick<
    typeof media.$inferInsert,
    'statusErrors' | 'size' | 'sha256' | 'description' | 'further' | 'failedDecoder' | 'pictureBytes' | 'hasPreview'
  >
>

/**
 * The only way to change the state of a medium. Open pages receive an event at the commit, and the owner of a medium that has failed a notification.
 *
 * @param from - expected states before the change
 * @returns false: the medium is in none of these states, or does not exist; nothing was changed
 */
export const changeMedium = async (
  context: Pick<AppContext, 'events' | 'now' | 'queue'>,
  tx: Executor,
  mediumId: string,
  from: readonly ImageStatus[],
  change: MediumChange,
): Promise<boolean> => {
  const { rowCount } = await tx
    .update(media)
    .set({ statusErrors: [], ...change, modified: context.now() })
    .where(and(eq(media.id, mediumId), inArray(media.status, [...from])))
  if (rowCount !== 1) return false
  await publishMediumChanged(context, tx, mediumId, change.status)
  if (change.status === 'uploadFailed' || change.status === 'processingFailed') {
    await tellOwner(context, tx, mediumId, change.status === 'processingFailed')
  }
  return true
}

/** Notes that a medium in processing has a preview, which open pages are told. @returns false: it is not processed any more, or does not exist */
export const notePreview = async (
  context: Pick<AppContext, 'events' | 'now'>,
  tx: Executor,
  mediumId: string,
): Promise<boolean> => {
  const { rowCount } = await tx
    .update(media)
    .set({ hasPreview: true, modified: context.now() })
    .where(and(eq(media.id, mediumId), eq(media.status, 'processing')))
  if (rowCount !== 1) return false
  await publishMediumChanged(context, tx, mediumId, 'processing')
  return true
}

/** Tells the owner of a medium that it has failed, wherever they are logged in. Medium without image: nobody misses it. */
const tellOwner = async (
  context: Pick<AppContext, 'events' | 'now' | 'queue'>,
  tx: Executor,
  mediumId: string,
  uploaded: boolean,
): Promise<void> => {
  const [failed] = await tx
    .select({ userId: media.ownerId, reasons: media.statusErrors, file: images.name, projectId: images.projectId })
    .from(media)
    .innerJoin(images, and(eq(images.mediumId, media.id), isNull(images.trashed)))
    .where(eq(media.id, mediumId))
    .limit(1)
  if (!failed) return
  const { userId, reasons, file, projectId } = failed
  const detail = { file, reason: reasons[0] ?? '', count: 1, uploaded }
  const key = `${mediumId} ${context.now().toISOString()}`
  await notifyJoined(context, tx, { userId, kind: 'image-failed', key, projectId, detail })
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
