import { and, asc, count, eq, getTableColumns, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import {
  annotations,
  annotationVersions,
  images,
  labelAssignments,
  labelSets,
  labels,
} from '../../platform/db/schema/index.ts'

export type LabelRow = typeof labels.$inferSelect
type NewLabel = typeof labels.$inferInsert

/** Labels of the sets of a project, by set and in their order. @param sets - only these; null: all of the project */
export const listLabelsOf = async (
  db: Executor,
  projectId: string,
  sets: readonly string[] | null,
): Promise<LabelRow[]> => {
  const rows = await db
    .select({ label: labels })
    .from(labels)
    .innerJoin(labelSets, eq(labelSets.id, labels.labelSetId))
    .where(and(eq(labelSets.projectId, projectId), sets ? inArray(labelSets.id, [...sets]) : undefined))
    .orderBy(asc(labels.labelSetId), asc(labels.position), asc(labels.id))
  return rows.map(({ label }) => label)
}

/** Of one set, in their order. */
export const labelsOfSet = async (db: Executor, labelSetId: string): Promise<LabelRow[]> =>
  db.select().from(labels).where(eq(labels.labelSetId, labelSetId)).orderBy(asc(labels.position), asc(labels.id))

/** Label id → number of annotations that have it, for the labels of a project; a label without one has no entry. */
export const assignmentsByLabel = async (db: Executor, projectId: string): Promise<Map<string, number>> => {
  const rows = await db
    .select({ labelId: labelAssignments.labelId, assignments: count() })
    .from(labelAssignments)
    .innerJoin(labels, eq(labels.id, labelAssignments.labelId))
    .innerJoin(labelSets, eq(labelSets.id, labels.labelSetId))
    .innerJoin(annotations, eq(annotations.id, labelAssignments.annotationId))
    .innerJoin(images, eq(images.id, annotations.imageId))
    .where(
      and(
        eq(labelSets.projectId, projectId),
        isNull(annotations.deleted),
        isNull(annotations.name),
        isNull(images.trashed),
      ),
    )
    .groupBy(labelAssignments.labelId)
  return new Map(rows.map(({ labelId, assignments }) => [labelId, assignments]))
}

/** The set and the project of a label; null: there is no such label. */
export const placeOfLabel = async (
  db: Executor,
  labelId: string,
): Promise<{ labelSetId: string; projectId: string } | null> => {
  const [row] = await db
    .select({ labelSetId: labelSets.id, projectId: labelSets.projectId })
    .from(labels)
    .innerJoin(labelSets, eq(labelSets.id, labels.labelSetId))
    .where(eq(labels.id, labelId))
  return row ?? null
}

/** @returns ids in the order of the labels */
export const insertLabels = async (tx: Executor, rows: readonly NewLabel[]): Promise<string[]> => {
  if (rows.length === 0) return []
  const stored = await tx
    .insert(labels)
    .values([...rows])
    .returning({ id: labels.id })
  return stored.map(({ id }) => id)
}

/** Changes a label and its revision; an undefined description stays. The caller has locked its set. */
export const changeLabel = async (
  tx: Executor,
  labelId: string,
  change: { name: string; description: string | undefined; color: string; modified: Date },
): Promise<void> => {
  await tx
    .update(labels)
    .set({ ...change, revision: sql`${labels.revision} + 1` })
    .where(eq(labels.id, labelId))
}

/** Gives the labels the positions of their ids in the list. */
export const placeLabels = async (tx: Executor, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  const place = sql.join(
    ids.map((id, at) => sql`when ${id}::uuid then ${at}::int`),
    sql` `,
  )
  await tx
    .update(labels)
    .set({ position: sql`case ${labels.id} ${place} end` })
    .where(inArray(labels.id, [...ids]))
}

/** @returns the deleted label; null: there is no such label */
export const removeLabel = async (tx: Executor, labelId: string): Promise<LabelRow | null> =>
  (await tx.delete(labels).where(eq(labels.id, labelId)).returning())[0] ?? null

/** A label that annotations have, with its set. */
export interface AssignedLabel extends Pick<LabelRow, 'id' | 'name' | 'description' | 'color'> {
  setName: string
  setDescription: string
}

const annotationsOf = (tx: Executor, imageIds: readonly string[]) =>
  tx
    .select({ id: annotations.id })
    .from(annotations)
    .where(inArray(annotations.imageId, [...imageIds]))

/** The labels that annotations of these images have or had, also deleted annotations, in their order; kept from being deleted. */
export const labelsAssignedIn = async (tx: Executor, imageIds: readonly string[]): Promise<AssignedLabel[]> => {
  const now = tx
    .selectDistinct({ id: labelAssignments.labelId })
    .from(labelAssignments)
    .where(inArray(labelAssignments.annotationId, annotationsOf(tx, imageIds)))
  const before = tx
    .selectDistinct({ id: sql<string>`unnest(${annotationVersions.labels})` })
    .from(annotationVersions)
    .where(inArray(annotationVersions.imageId, [...imageIds]))
  const { id, name, description, color } = getTableColumns(labels)
  return tx
    .select({ id, name, description, color, setName: labelSets.name, setDescription: labelSets.description })
    .from(labels)
    .innerJoin(labelSets, eq(labelSets.id, labels.labelSetId))
    .where(or(inArray(id, now), inArray(id, before)))
    .orderBy(asc(labels.labelSetId), asc(labels.position), asc(id))
    .for('key share', { of: labels })
}

/** Gives annotations of images other labels in place of theirs, in all of their versions. @param others - by the id of the label before */
export const exchangeLabels = async (
  tx: Executor,
  imageIds: readonly string[],
  others: ReadonlyMap<string, string>,
): Promise<void> => {
  for (const [before, label] of others) {
    const had = and(
      eq(labelAssignments.labelId, before),
      inArray(labelAssignments.annotationId, annotationsOf(tx, imageIds)),
    )
    const rows = await tx.delete(labelAssignments).where(had).returning({ annotationId: labelAssignments.annotationId })
    // An annotation may have had both, of two sets of one name.
    const given = sql`select unnest(${sql.param(rows.map(({ annotationId }) => annotationId))}::uuid[]), ${label}::uuid`
    await tx.execute(sql`insert into ${labelAssignments} (annotation_id, label_id) ${given} on conflict do nothing`)
    await tx
      .update(annotationVersions)
      .set({ labels: sql`array_replace(${annotationVersions.labels}, ${before}::uuid, ${label}::uuid)` })
      .where(
        and(
          inArray(annotationVersions.imageId, [...imageIds]),
          sql`${annotationVersions.labels} @> array[${before}::uuid]`,
        ),
      )
  }
}
