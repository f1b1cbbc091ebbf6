import { and, asc, eq, getTableColumns, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import {
  annotationLayers,
  annotations,
  images,
  labelAssignments,
  media,
  projects,
  users,
} from '../../platform/db/schema/index.ts'

export type AnnotationRow = typeof annotations.$inferSelect
type NewAnnotation = typeof annotations.$inferInsert
export type AnnotationLayerRow = typeof annotationLayers.$inferSelect

/** An image as far as annotations depend on it. */
export interface AnnotatedImage {
  projectId: string
  organisationId: string
  name: string
  /** Size in pixels and number of planes of each scene; empty until the image is available. */
  scenes: { width: number; height: number; zPlanes: number; timePoints: number }[]
}

const sizeOfScene = (description: SQL) => sql`jsonb_build_object(
  'width', ${description}->'width', 'height', ${description}->'height',
  'zPlanes', ${description}->'zPlanes', 'timePoints', ${description}->'timePoints')`

/**
 * The image of annotations, kept from being moved, put into the trash or deleted until the end of the transaction. Descriptions may have
 * megabytes, so only the sizes are read. @returns null: there is no such image, or it is in the trash
 */
export const keepAnnotatedImage = async (tx: Executor, imageId: string): Promise<AnnotatedImage | null> => {
  const [row] = await tx
    .select({
      projectId: images.projectId,
      organisationId: projects.organisationId,
      name: images.name,
      first: sql<
        AnnotatedImage['scenes'][number] | null
      >`case when ${media.summary} is not null then ${sizeOfScene(sql`${media.summary}`)} end`,
      others: sql<
        AnnotatedImage['scenes']
      >`coalesce((select jsonb_agg(${sizeOfScene(sql`scene->'description'`)} order by no)
        from jsonb_array_elements(${media.further}->'scenes') with ordinality as listed(scene, no)), '[]')`,
    })
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))
    .innerJoin(projects, eq(projects.id, images.projectId))
    .where(and(eq(images.id, imageId), isNull(images.trashed)))
    .for('key share', { of: images })
  if (!row) return null
  const { first, others, ...image } = row
  return { ...image, scenes: first ? [first, ...others] : [] }
}

/** What all annotations of an image are together, locked until the end of the transaction, and made where there was none. */
export const lockLayer = async (tx: Executor, imageId: string): Promise<AnnotationLayerRow> => {
  await tx.insert(annotationLayers).values({ imageId }).onConflictDoNothing()
  const ofImage = eq(annotationLayers.imageId, imageId)
  const [row] = await tx.select().from(annotationLayers).where(ofImage).for('no key update')
  if (!row) throw new Error('The layer of annotations is gone')
  return row
}

/** Writes what has changed of a locked layer. */
export const putLayer = async (tx: Executor, { imageId, ...layer }: AnnotationLayerRow): Promise<void> => {
  await tx.update(annotationLayers).set(layer).where(eq(annotationLayers.imageId, imageId))
}

/** Those of these annotations that are stored, also deleted ones and those of other images, by id. */
export const findStored = async (tx: Executor, ids: readonly string[]): Promise<Map<string, AnnotationRow>> => {
  const rows = await tx
    .select()
    .from(annotations)
    .where(inArray(annotations.id, [...ids]))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Stores new annotations. @returns the ids of those that are stored: not of one that another transaction has stored meanwhile */
export const insertAnnotations = async (tx: Executor, rows: readonly NewAnnotation[]): Promise<Set<string>> => {
  if (rows.length === 0) return new Set()
  const stored = await tx
    .insert(annotations)
    .values([...rows])
    .onConflictDoNothing()
    .returning({ id: annotations.id })
  return new Set(stored.map(({ id }) => id))
}

/** Marks annotations as deleted at a moment; null: as there again. */
export const setDeleted = async (
  tx: Executor,
  ids: readonly string[],
  deleted: Date | null,
  { by, now }: { by: string; now: Date },
): Promise<void> => {
  if (ids.length === 0) return
  const change = { deleted, modified: now, modifiedBy: by, revision: sql`${annotations.revision} + 1` }
  await tx
    .update(annotations)
    .set(change)
    .where(inArray(annotations.id, [...ids]))
}

/** An annotation with what a list shows of it besides. */
export interface ListedAnnotation {
  annotation: AnnotationRow
  projectId: string
  imageName: string
  isTimeSeries: boolean
  owner: { firstName: string; lastName: string }
  labelIds: string[]
}

/** Which annotations are listed, and from where on. */
export interface AnnotationPage {
  projectId: string
  imageId: string | undefined
  /** Id of the last one of the page before. */
  after: string | undefined
  limit: number
}

const labelIds = (db: Executor) =>
  sql<string[]>`array(${db
    .select({ id: labelAssignments.labelId })
    .from(labelAssignments)
    .where(eq(labelAssignments.annotationId, annotations.id))
    .orderBy(asc(labelAssignments.labelId))})`

/** One page of the annotations of a project, by image and then by id. Images in its trash are left out. */
export const pageAnnotations = async (
  db: Executor,
  { projectId, imageId, after, limit }: AnnotationPage,
): Promise<ListedAnnotation[]> => {
  const cursor = after && (await findStored(db, [after])).get(after)
  // Whoever follows a cursor that is gone begins again rather than to miss something.
  // As one row: an index is then read from there on.
  const isAfter = cursor
    ? sql`(${annotations.imageId}, ${annotations.id}) > (${cursor.imageId}::uuid, ${cursor.id}::uuid)`
    : undefined
  return db
    .select({
      annotation: getTableColumns(annotations),
      projectId: images.projectId,
      imageName: images.name,
      isTimeSeries: sql<boolean>`${media.fileType} = 'TimeSeries'`,
      owner: { firstName: users.firstName, lastName: users.lastName },
      labelIds: labelIds(db),
    })
    .from(annotations)
    .innerJoin(images, eq(images.id, annotations.imageId))
    .innerJoin(media, eq(media.id, images.mediumId))
    .innerJoin(users, eq(users.id, annotations.ownerId))
    .where(
      and(
        eq(images.projectId, projectId),
        isNull(images.trashed),
        isNull(annotations.deleted),
        imageId ? eq(annotations.imageId, imageId) : undefined,
        isAfter,
      ),
    )
    .orderBy(asc(annotations.imageId), asc(annotations.id))
    .limit(limit)
}

/** Annotations of an image, or of one scene of it, in the order of their ids. @param after - id of the last one that was read before */
export const annotationsOfImage = (
  db: Executor,
  { imageId, scene }: { imageId: string; scene: number | undefined },
  after: string | null,
  limit: number,
): Promise<Pick<AnnotationRow, 'id' | 'no' | 'scene' | 'z' | 't' | 'shape'>[]> =>
  db
    .select({
      id: annotations.id,
      no: annotations.no,
      scene: annotations.scene,
      z: annotations.z,
      t: annotations.t,
      shape: annotations.shape,
    })
    .from(annotations)
    .where(
      and(
        eq(annotations.imageId, imageId),
        isNull(annotations.deleted),
        scene === undefined ? undefined : eq(annotations.scene, scene),
        after === null ? undefined : gt(annotations.id, after),
      ),
    )
    .orderBy(asc(annotations.id))
    .limit(limit)

/** Null: there is no such image. */
export const nameOfImage = async (db: Executor, imageId: string): Promise<string | null> => {
  const [row] = await db.select({ name: images.name }).from(images).where(eq(images.id, imageId))
  return row?.name ?? null
}
