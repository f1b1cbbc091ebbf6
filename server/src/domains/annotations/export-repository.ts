import { annotationExportLimits } from '@lamella/shared/contract'
import { and, asc, desc, eq, exists, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import {
  annotationExports,
  annotationLayers,
  annotations,
  images,
  labelSets,
  labels,
  media,
  projects,
  users,
} from '../../platform/db/schema/index.ts'
import { hasNoJob } from '../../platform/queue/forgotten-jobs.ts'
import { type AnnotationRow, labelIds } from './repository.ts'

export type ExportRow = typeof annotationExports.$inferSelect

type Wanted = Pick<ExportRow, 'projectId' | 'imageIds' | 'annotationIds' | 'format' | 'maskValues'>

/** Stores an export, which is to run. */
export const insertExport = async (
  tx: Executor,
  row: Wanted & Pick<ExportRow, 'id' | 'ownerId' | 'fileName' | 'created'>,
): Promise<ExportRow> => {
  const [stored] = await tx.insert(annotationExports).values(row).returning()
  if (!stored) throw new Error('PostgreSQL returned no row for a new export')
  return stored
}

/** Null: there is no such export. */
export const findExport = async (db: Executor, exportId: string): Promise<ExportRow | null> => {
  const [row] = await db.select().from(annotationExports).where(eq(annotationExports.id, exportId))
  return row ?? null
}

/** The last exports of a project by a user, the newest first. */
export const exportsBy = (db: Executor, projectId: string, ownerId: string): Promise<ExportRow[]> =>
  db
    .select()
    .from(annotationExports)
    .where(and(eq(annotationExports.projectId, projectId), eq(annotationExports.ownerId, ownerId)))
    .orderBy(desc(annotationExports.id))
    .limit(annotationExportLimits.listed)

/** Changes an export that runs. @returns false: it was removed, or does not run */
export const changeExport = async (tx: Executor, exportId: string, changes: Partial<ExportRow>): Promise<boolean> => {
  const rows = await tx
    .update(annotationExports)
    .set(changes)
    .where(and(eq(annotationExports.id, exportId), eq(annotationExports.status, 'running')))
    .returning({ id: annotationExports.id })
  return rows.length > 0
}

/** Deletes exports: one, or those from before a moment. @returns their ids */
export const deleteExports = async (tx: Executor, which: { id: string } | { before: Date }): Promise<string[]> => {
  const isOne = 'id' in which ? eq(annotationExports.id, which.id) : lt(annotationExports.created, which.before)
  const rows = await tx.delete(annotationExports).where(isOne).returning({ id: annotationExports.id })
  return rows.map(({ id }) => id)
}

/** Images that are written: in COCO also those without annotations, from which is learned that there is nothing. */
const isWritten = (db: Executor, { projectId, imageIds, annotationIds, format }: Wanted) => {
  const chosen = annotationIds?.length ? inArray(annotations.id, annotationIds) : undefined
  const isThere = and(eq(annotations.imageId, images.id), isNull(annotations.deleted), isNull(annotations.name), chosen)
  const hasSome = chosen
    ? exists(db.select({ one: sql`1` }).from(annotations).where(isThere))
    : gt(annotationLayers.annotationCount, 0)
  return and(
    eq(images.projectId, projectId),
    isNull(images.trashed),
    isNotNull(media.summary),
    imageIds ? inArray(images.id, imageIds) : undefined,
    format === 'coco' && !chosen ? undefined : hasSome,
  )
}

/** Images of an export that have something to write, with how many annotations they have together. */
export const imagesOfExport = async (
  db: Executor,
  wanted: Wanted,
): Promise<{ found: Pick<typeof images.$inferSelect, 'id' | 'name' | 'givenPixelSize'>[]; annotations: number }> => {
  const found = await db
    .select({
      id: images.id,
      name: images.name,
      givenPixelSize: images.givenPixelSize,
      annotations: annotationLayers.annotationCount,
    })
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))
    .leftJoin(annotationLayers, eq(annotationLayers.imageId, images.id))
    .where(isWritten(db, wanted))
    .orderBy(asc(images.id))
  return { found, annotations: found.reduce((all, row) => all + (row.annotations ?? 0), 0) }
}

/** Those of the images that are in the project and not in its trash, with their names. */
export const namesOf = (
  db: Executor,
  projectId: string,
  imageIds: readonly string[],
): Promise<{ id: string; name: string }[]> =>
  db
    .select({ id: images.id, name: images.name })
    .from(images)
    .where(and(eq(images.projectId, projectId), isNull(images.trashed), inArray(images.id, [...imageIds])))

/** Exports that run, and that no job is left for. */
export const forgottenExports = (db: Executor): Promise<{ exportId: string; organisationId: string }[]> =>
  db
    .select({ exportId: annotationExports.id, organisationId: projects.organisationId })
    .from(annotationExports)
    .innerJoin(projects, eq(projects.id, annotationExports.projectId))
    .where(and(eq(annotationExports.status, 'running'), hasNoJob('export-annotations', annotationExports.id)))

/** An annotation as it is written into a file. */
export type ExportedAnnotation = Pick<
  AnnotationRow,
  'id' | 'no' | 'scene' | 'z' | 't' | 'shape' | 'properties' | 'created' | 'modified'
> & { labelIds: string[]; owner: { firstName: string; lastName: string } }

/** Which annotations of an image are exported. */
export interface ExportedPart {
  imageId: string
  /** Only those of this scene. */
  scene?: number | undefined
  /** Only these. */
  ids?: readonly string[] | undefined
}

/** Annotations of an image in the order of their ids, without regions. @param after - id of the last one that was read before */
export const annotationsOfImage = (
  db: Executor,
  { imageId, scene, ids }: ExportedPart,
  after: string | null,
  limit: number,
): Promise<ExportedAnnotation[]> =>
  db
    .select({
      id: annotations.id,
      no: annotations.no,
      scene: annotations.scene,
      z: annotations.z,
      t: annotations.t,
      shape: annotations.shape,
      properties: annotations.properties,
      created: annotations.created,
      modified: annotations.modified,
      labelIds: labelIds(db),
      owner: { firstName: users.firstName, lastName: users.lastName },
    })
    .from(annotations)
    .innerJoin(users, eq(users.id, annotations.ownerId))
    .where(
      and(
        eq(annotations.imageId, imageId),
        isNull(annotations.deleted),
        isNull(annotations.name),
        scene === undefined ? undefined : eq(annotations.scene, scene),
        ids && inArray(annotations.id, [...ids]),
        after === null ? undefined : gt(annotations.id, after),
      ),
    )
    .orderBy(asc(annotations.id))
    .limit(limit)

/** Which of the annotations of a scene are on a plane. */
export interface AnnotatedPlane extends ExportedPart {
  scene: number
  z: number
  t: number
}

/** An annotation as it is painted into a mask. */
export type MaskedAnnotation = Pick<AnnotationRow, 'id' | 'no' | 'z' | 't' | 'top' | 'shape'> & { labelIds: string[] }

/** Annotations of a plane in the order of their tops. @param after - the last one that was read before */
export const annotationsByTop = (
  db: Executor,
  { imageId, scene, z, t, ids }: AnnotatedPlane,
  after: Pick<MaskedAnnotation, 'id' | 'top'> | null,
  limit: number,
): Promise<MaskedAnnotation[]> =>
  db
    .select({
      id: annotations.id,
      no: annotations.no,
      z: annotations.z,
      t: annotations.t,
      top: annotations.top,
      shape: annotations.shape,
      labelIds: labelIds(db),
    })
    .from(annotations)
    .where(
      and(
        eq(annotations.imageId, imageId),
        eq(annotations.scene, scene),
        isNull(annotations.deleted),
        isNull(annotations.name),
        or(isNull(annotations.z), eq(annotations.z, z)),
        or(isNull(annotations.t), eq(annotations.t, t)),
        ids && inArray(annotations.id, [...ids]),
        after ? sql`(${annotations.top}, ${annotations.id}) > (${after.top}, ${after.id}::uuid)` : undefined,
      ),
    )
    .orderBy(asc(annotations.top), asc(annotations.id))
    .limit(limit)

/** Of each scene with annotations: whether some are on a Z plane or at a time point of their own, and their highest number. */
export const annotatedScenes = (
  db: Executor,
  { imageId, ids }: ExportedPart,
): Promise<{ scene: number; hasZ: boolean; hasT: boolean; lastNo: number }[]> =>
  db
    .select({
      scene: annotations.scene,
      hasZ: sql<boolean>`bool_or(${annotations.z} is not null)`,
      hasT: sql<boolean>`bool_or(${annotations.t} is not null)`,
      lastNo: sql<number>`max(${annotations.no})`,
    })
    .from(annotations)
    .where(
      and(
        eq(annotations.imageId, imageId),
        isNull(annotations.deleted),
        isNull(annotations.name),
        ids && inArray(annotations.id, [...ids]),
      ),
    )
    .groupBy(annotations.scene)
    .orderBy(asc(annotations.scene))

/** A label as it is written into a file. */
export type ExportedLabel = Pick<typeof labels.$inferSelect, 'id' | 'name' | 'color'>

/** The labels of a project, by set and in their order. */
export const labelsOfProject = (db: Executor, projectId: string): Promise<ExportedLabel[]> =>
  db
    .select({ id: labels.id, name: labels.name, color: labels.color })
    .from(labels)
    .innerJoin(labelSets, eq(labelSets.id, labels.labelSetId))
    .where(eq(labelSets.projectId, projectId))
    .orderBy(asc(labels.labelSetId), asc(labels.position), asc(labels.id))
