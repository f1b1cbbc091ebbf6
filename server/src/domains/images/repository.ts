import { type ImageScope, statusesOfScope } from '@lamella/shared/contract'
import { and, desc, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm'
import type { ImageDescription } from '../../imaging/index.ts'
import type { Executor } from '../../platform/db/database.ts'
import { images, media } from '../../platform/db/schema/index.ts'

/** An image as lists show it: without its description, which has histograms and may have megabytes. */
export interface ListedImage {
  image: typeof images.$inferSelect
  medium: Omit<typeof media.$inferSelect, 'description'>
}

export interface ImageRow {
  image: ListedImage['image']
  medium: typeof media.$inferSelect
}

const { description: _, ...listed } = getTableColumns(media)

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

/** What serving pictures needs of a medium. */
export interface PictureRow {
  imageId: string
  projectId: string
  mediumId: string
  modified: Date
  /** Null until it is available. */
  planes: ImageDescription['planes'] | null
  thumbnail: string | null
}

export const findPictures = async (db: Executor, { type, id }: PictureOwner): Promise<PictureRow | null> => {
  const whenAvailable = <T>(part: ReturnType<typeof sql>) =>
    sql<T | null>`case when ${media.status} = 'available' then ${part} end`
  const [row] = await db
    .select({
      imageId: images.id,
      projectId: images.projectId,
      mediumId: media.id,
      modified: media.modified,
      planes: whenAvailable<ImageDescription['planes']>(sql`${media.description}->'planes'`),
      thumbnail: whenAvailable<string>(sql`${media.description}->>'thumbnail'`),
    })
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))
    .where(eq(type === 'Image' ? images.id : media.id, id))
    .limit(1)
  return row ?? null
}

/** Newest first. */
export const listImages = (
  db: Executor,
  projectId: string,
  { scope, after, limit }: { scope?: ImageScope; after?: string; limit: number },
): Promise<ListedImage[]> =>
  db
    .select({ image: images, medium: listed })
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))
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
