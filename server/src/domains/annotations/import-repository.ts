import { type AnnotationImportCounts, annotationImportLimits } from '@lamella/shared/contract'
import { and, asc, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { annotationImports, annotations, images, projects } from '../../platform/db/schema/index.ts'
import { hasNoJob } from '../../platform/queue/forgotten-jobs.ts'

export type ImportRow = typeof annotationImports.$inferSelect

/** Of an import that has not begun. */
export const noCounts: AnnotationImportCounts = {
  imported: 0,
  refused: 0,
  unchanged: 0,
  cut: 0,
  repaired: 0,
  withoutProperties: 0,
}

/** Stores an import, which is to run. */
export const insertImport = async (
  tx: Executor,
  row: Pick<ImportRow, 'id' | 'imageId' | 'ownerId' | 'fileName' | 'mayAddLabels' | 'created'> & Partial<ImportRow>,
): Promise<ImportRow> => {
  const [stored] = await tx
    .insert(annotationImports)
    .values({ ...row, counts: noCounts })
    .returning()
  if (!stored) throw new Error('PostgreSQL returned no row for a new import')
  return stored
}

/** Null: there is no such import. */
export const findImport = async (db: Executor, importId: string): Promise<ImportRow | null> => {
  const [row] = await db.select().from(annotationImports).where(eq(annotationImports.id, importId))
  return row ?? null
}

/** As `findImport`, locked until the end of the transaction. */
export const lockImport = async (tx: Executor, importId: string): Promise<ImportRow | null> => {
  const [row] = await tx.select().from(annotationImports).where(eq(annotationImports.id, importId)).for('update')
  return row ?? null
}

/** Changes an import. */
export const changeImport = async (tx: Executor, importId: string, changes: Partial<ImportRow>): Promise<void> => {
  await tx.update(annotationImports).set(changes).where(eq(annotationImports.id, importId))
}

/** The last imports of an image, the newest first. */
export const importsOfImage = (db: Executor, imageId: string): Promise<ImportRow[]> =>
  db
    .select()
    .from(annotationImports)
    .where(eq(annotationImports.imageId, imageId))
    .orderBy(desc(annotationImports.id))
    .limit(annotationImportLimits.listed)

/**
 * Ids of some objects of an import that nobody but its owner has changed last: those that are there, or those that were deleted at a moment.
 * @param after - id of the last one that was read before
 */
export const objectsOfImport = async (
  tx: Executor,
  { id, ownerId }: Pick<ImportRow, 'id' | 'ownerId'>,
  deleted: Date | null,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> => {
  const rows = await tx
    .select({ id: annotations.id })
    .from(annotations)
    .where(
      and(
        eq(annotations.importId, id),
        eq(annotations.modifiedBy, ownerId),
        deleted ? eq(annotations.deleted, deleted) : isNull(annotations.deleted),
        after === null ? undefined : gt(annotations.id, after),
      ),
    )
    .orderBy(asc(annotations.id))
    .limit(limit)
  return rows.map((row) => row.id)
}

/** Imports at which there is work to do, and that no job is left for. */
export const forgottenImports = (db: Executor): Promise<{ importId: string; organisationId: string }[]> =>
  db
    .select({ importId: annotationImports.id, organisationId: projects.organisationId })
    .from(annotationImports)
    .innerJoin(images, eq(images.id, annotationImports.imageId))
    .innerJoin(projects, eq(projects.id, images.projectId))
    .where(and(eq(annotationImports.isBusy, true), hasNoJob('import-annotations', annotationImports.id)))
