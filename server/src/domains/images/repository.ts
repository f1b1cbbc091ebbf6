import { type ImageScope, statusesOfScope } from '@lamella/shared/contract'
import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { images, media } from '../../platform/db/schema/index.ts'

export interface ImageRow {
  image: typeof images.$inferSelect
  medium: typeof media.$inferSelect
}

const select = (db: Executor) =>
  db.select({ image: images, medium: media }).from(images).innerJoin(media, eq(media.id, images.mediumId))

export const findImage = async (db: Executor, imageId: string): Promise<ImageRow | null> => {
  const [row] = await select(db).where(eq(images.id, imageId))
  return row ?? null
}

export const findProjectOfImage = async (db: Executor, imageId: string): Promise<string | null> => {
  const [row] = await db.select({ projectId: images.projectId }).from(images).where(eq(images.id, imageId))
  return row?.projectId ?? null
}

/** How an image or a medium is reached by the addresses of its pictures. */
export type PictureOwner = { type: 'Image' | 'ImageMedium'; id: string }

export const findByOwner = async (db: Executor, { type, id }: PictureOwner): Promise<ImageRow | null> => {
  const [row] = await select(db)
    .where(eq(type === 'Image' ? images.id : media.id, id))
    .limit(1)
  return row ?? null
}

/** Newest first. */
export const listImages = (
  db: Executor,
  projectId: string,
  { scope, after, limit }: { scope?: ImageScope; after?: string; limit: number },
): Promise<ImageRow[]> =>
  select(db)
    .where(
      and(
        eq(images.projectId, projectId),
        scope && inArray(media.status, [...statusesOfScope[scope]]),
        after === undefined ? undefined : lt(images.id, after),
      ),
    )
    .orderBy(desc(images.id))
    .limit(limit)

/** False: there is no such image. */
export const renameImage = async (tx: Executor, imageId: string, name: string, now: Date): Promise<boolean> => {
  const { rowCount } = await tx.update(images).set({ name, modified: now }).where(eq(images.id, imageId))
  return rowCount === 1
}
