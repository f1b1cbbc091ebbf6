import type { GivenPixelSize, Image, ZChoice } from '@lamella/shared/contract'
import { and, asc, count, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import type { Further, ImageDescription } from '../../imaging/index.ts'
import type { Executor } from '../../platform/db/database.ts'
import { annotationLayers, annotations, images, labelAssignments, media } from '../../platform/db/schema/index.ts'

/** An image without its descriptions, which contain histograms and may have megabytes. */
export interface ListedImage {
  image: typeof images.$inferSelect
  medium: Omit<typeof media.$inferSelect, 'description' | 'further'>
}

/** An image with its medium. */
export interface ImageRow {
  image: ListedImage['image']
  medium: typeof media.$inferSelect
}

const { description: _, further: __, ...listed } = getTableColumns(media)
/** The columns of a medium that lists read. */
export const listedColumns = listed

const select = (db: Executor) =>
  db.select({ image: images, medium: media }).from(images).innerJoin(media, eq(media.id, images.mediumId))

/** Null: there is no such image, or it is in the trash. */
export const findImage = async (db: Executor, imageId: string): Promise<ImageRow | null> => {
  const [row] = await select(db).where(and(eq(images.id, imageId), isNull(images.trashed)))
  return row ?? null
}

const isOneOf = (projectId: string, imageIds: readonly string[]) =>
  and(eq(images.projectId, projectId), inArray(images.id, [...imageIds]), isNull(images.trashed))

/** Those of the images that are in the project and not in its trash, with their descriptions. */
export const findImagesOf = (db: Executor, projectId: string, imageIds: readonly string[]): Promise<ImageRow[]> =>
  select(db).where(isOneOf(projectId, imageIds))

/** As `findImagesOf`, without their descriptions. */
export const findListedImages = (
  db: Executor,
  projectId: string,
  imageIds: readonly string[],
): Promise<ListedImage[]> =>
  db
    .select({ image: images, medium: listedColumns })
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))
    .where(isOneOf(projectId, imageIds))

/** Of an image on which nothing was drawn. */
export const noObjects = { annotationCount: 0, roiCount: 0 } as const

/** Numbers of annotations and regions of interest by image; an image that never had any has no entry. */
export const countObjectsOf = async (
  db: Executor,
  imageIds: readonly string[],
): Promise<Map<string, Pick<Image, 'annotationCount' | 'roiCount'>>> => {
  if (imageIds.length === 0) return new Map()
  const rows = await db
    .select(getTableColumns(annotationLayers))
    .from(annotationLayers)
    .where(inArray(annotationLayers.imageId, [...imageIds]))
  return new Map(rows.map(({ imageId, annotationCount, roiCount }) => [imageId, { annotationCount, roiCount }]))
}

/** The labels that annotations of an image have, and how many of them, by the id of the label. */
export const countLabelsOf = (db: Executor, imageId: string): Promise<{ labelId: string; count: number }[]> =>
  db
    .select({ labelId: labelAssignments.labelId, count: count() })
    .from(labelAssignments)
    .innerJoin(annotations, eq(annotations.id, labelAssignments.annotationId))
    .where(and(eq(annotations.imageId, imageId), isNull(annotations.deleted), isNull(annotations.name)))
    .groupBy(labelAssignments.labelId)
    .orderBy(asc(labelAssignments.labelId))

/** Keeps an image from being moved, put into the trash or deleted until the end of the transaction; read it after this. */
export const keepImage = async (tx: Executor, imageId: string): Promise<void> => {
  await tx.select({ id: images.id }).from(images).where(eq(images.id, imageId)).for('key share')
}

/** As `findImage`, also of an image in the trash. */
export const findAnyImage = async (db: Executor, imageId: string): Promise<ImageRow | null> => {
  const [row] = await select(db).where(eq(images.id, imageId))
  return row ?? null
}

/** Id of the project; null: there is no such image, or it is in the trash. */
export const findProjectOfImage = async (db: Executor, imageId: string): Promise<string | null> => {
  const isThere = and(eq(images.id, imageId), isNull(images.trashed))
  const [row] = await db.select({ projectId: images.projectId }).from(images).where(isThere)
  return row?.projectId ?? null
}

/** As `findProjectOfImage`, also of an image in the trash. */
export const findProjectOfAnyImage = async (db: Executor, imageId: string): Promise<string | null> => {
  const [row] = await db.select({ projectId: images.projectId }).from(images).where(eq(images.id, imageId))
  return row?.projectId ?? null
}

/** Query of thumbnail and tile addresses: an image or a medium. */
export type PictureOwner = { type: 'Image' | 'ImageMedium'; id: string }

/** The columns that serving thumbnails and tiles needs. */
export interface PictureRow {
  imageId: string
  projectId: string
  mediumId: string
  modified: Date
  /** Files of the planes; null until the medium is available. */
  planes: ImageDescription['planes'] | null
  /** Other Z planes of the first scene. */
  zPlanes: Further['zPlanes'] | null
  /** By scene beyond the first: its planes, and its other Z planes. */
  scenePlanes: ImageDescription['planes'][] | null
  sceneZPlanes: Further['zPlanes'][] | null
  /** The Z plane that `planes` and `scenePlanes` are. */
  zUsed: number | null
  sceneZUsed: number[] | null
  /** File names; null until the medium is available, and where there is none. */
  thumbnail: string | null
  maximumThumbnail: string | null
  /** Whether there is a picture to show while it is processed. */
  hasPreview: boolean
  slidePictures: Further['slidePictures'] | null
}

/** Null: there is no such image or medium. A medium in several projects is found by any of its images. Those in the trash have pictures, too: its list shows them. */
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
      zPlanes: whenAvailable<Further['zPlanes']>(sql`${media.further}->'zPlanes'`),
      scenePlanes: whenAvailable<ImageDescription['planes'][]>(
        sql`jsonb_path_query_array(${media.further}, '$.scenes[*].description.planes')`,
      ),
      zUsed: whenAvailable<number>(sql`${media.description}->'zUsed'`),
      sceneZUsed: whenAvailable<number[]>(
        sql`jsonb_path_query_array(${media.further}, '$.scenes[*].description.zUsed')`,
      ),
      sceneZPlanes: whenAvailable<Further['zPlanes'][]>(
        sql`jsonb_path_query_array(${media.further}, '$.scenes[*].zPlanes')`,
      ),
      thumbnail: whenAvailable<string>(sql`${media.description}->>'thumbnail'`),
      maximumThumbnail: whenAvailable<string>(sql`${media.further}->>'maximumThumbnail'`),
      hasPreview: sql<boolean>`${media.status} = 'processing' and ${media.hasPreview}`,
      slidePictures: whenAvailable<Further['slidePictures']>(sql`${media.further}->'slidePictures'`),
    })
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))
    .where(eq(type === 'Image' ? images.id : media.id, id))
    .limit(1)
  return row ?? null
}

/** @param z null: the middle plane @returns false: there is no such image */
export const putZShown = async (tx: Executor, imageId: string, z: ZChoice | null, now: Date): Promise<boolean> => {
  const { rowCount } = await tx.update(images).set({ zShown: z, modified: now }).where(eq(images.id, imageId))
  return rowCount === 1
}

/** The images of a project among these, in order of their ids, held until the transaction ends. */
export const lockImages = (tx: Executor, projectId: string, imageIds: readonly string[]): Promise<ListedImage[]> =>
  tx
    .select({ image: images, medium: listedColumns })
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))
    .where(and(eq(images.projectId, projectId), inArray(images.id, [...imageIds]), isNull(images.trashed)))
    .orderBy(images.id)
    .for('update', { of: images })

/** @returns false: there is no such image */
export const renameImage = async (tx: Executor, imageId: string, name: string, now: Date): Promise<boolean> => {
  const { rowCount } = await tx.update(images).set({ name, modified: now }).where(eq(images.id, imageId))
  return rowCount === 1
}

/** @param given null: that of the file counts again @returns false: there is no such image */
export const putPixelSize = async (
  tx: Executor,
  imageId: string,
  given: GivenPixelSize | null,
  now: Date,
): Promise<boolean> => {
  const changes = { givenPixelSize: given, modified: now }
  const { rowCount } = await tx.update(images).set(changes).where(eq(images.id, imageId))
  return rowCount === 1
}
