import { annotationExportLimits } from '@lamella/shared/contract'
import { and, asc, desc, eq, exists, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import {
  annotationExports,
  annotationLayers,
  annotations,
  images,
  media,
  projects,
} from '../../platform/db/schema/index.ts'
import { hasNoJob } from '../../platform/queue/forgotten-jobs.ts'

export type ExportRow = typeof annotationExports.$inferSelect

type Wanted = Pick<ExportRow, 'projectId' | 'imageIds' | 'annotationIds' | 'format'>

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
