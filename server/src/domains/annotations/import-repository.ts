import { type AnnotationImportCounts, annotationImportLimits } from '@lamella/shared/contract'
import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { annotationImports, annotations, images, projects } from '../../platform/db/schema/index.ts'
import { hasNoJob } from '../../platform/queue/forgotten-jobs.ts'
import type { AnnotationRow } from './repository.ts'

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

/** A new annotation of an import: what it does not share with all others. */
export type ImportedAnnotation = Pick<
  AnnotationRow,
  'id' | 'no' | 'scene' | 'z' | 't' | 'cell' | 'left' | 'top' | 'right' | 'bottom' | 'shape' | 'properties'
> & { labels: readonly string[] }

/**
 * Stores new annotations of an import with their labels. As columns, since as rows each value would be a parameter of its own, which takes most of the
 * time of a large file.
 * @throws the database's error where an id is taken
 */
export const insertImported = async (
  tx: Executor,
  { id: importId, imageId, ownerId }: Pick<ImportRow, 'id' | 'imageId' | 'ownerId'>,
  rows: readonly ImportedAnnotation[],
  layerRevision: number,
  now: Date,
): Promise<void> => {
  const column = <K extends keyof ImportedAnnotation>(key: K) => sql.param(rows.map((row) => row[key]))
  const properties = sql.param(rows.map((row) => JSON.stringify(row.properties)))
  await tx.execute(sql`
    insert into annotations (id, image_id, no, owner_id, scene, z, t, cell, box_left, box_top, box_right, box_bottom, shape, properties,
      layer_revision, created, modified, modified_by, import_id)
    select id, ${imageId}::uuid, no, ${ownerId}::uuid, scene, z, t, cell, box_left, box_top, box_right, box_bottom, shape, properties::jsonb,
      ${layerRevision}::int, ${now}::timestamptz, ${now}::timestamptz, ${ownerId}::uuid, ${importId}::uuid
    from unnest(${column('id')}::uuid[], ${column('no')}::int[], ${column('scene')}::smallint[], ${column('z')}::smallint[],
      ${column('t')}::smallint[], ${column('cell')}::int[], ${column('left')}::int[], ${column('top')}::int[], ${column('right')}::int[],
      ${column('bottom')}::int[], ${column('shape')}::bytea[], ${properties}::text[])
      as given (id, no, scene, z, t, cell, box_left, box_top, box_right, box_bottom, shape, properties)`)
  const given = rows.flatMap(({ id, labels }) => labels.map((label) => [id, label] as const))
  if (given.length === 0) return
  const [ids, labels] = [sql.param(given.map(([id]) => id)), sql.param(given.map(([, label]) => label))]
  await tx.execute(
    sql`insert into label_assignments (annotation_id, label_id) select * from unnest(${ids}::uuid[], ${labels}::uuid[])`,
  )
}
