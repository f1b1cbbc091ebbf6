import { namedInStep } from '@lamella/shared/contract'
import { and, asc, desc, eq, gt, gte, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { alias, unionAll } from 'drizzle-orm/pg-core'
import type { Executor } from '../../platform/db/database.ts'
import { comesAfter, cursorAfter, inOrder, keyColumns, momentKey } from '../../platform/db/keyset.ts'
import { annotationLayers, annotations, annotationVersions, images, users } from '../../platform/db/schema/index.ts'
import { labelIds } from './repository.ts'

interface Person {
  id: string
  firstName: string
  lastName: string
}

const person = { id: users.id, firstName: users.firstName, lastName: users.lastName }

const lastDeletedFirst = { key: momentKey(annotations.deleted), isNumber: true, descending: true }

/** What was deleted: its id, who did it, and the cursor of the place after it. */
export interface DeletedRow {
  id: string
  by: Person
  cursor: string
}

/**
 * One page of what was deleted in a project since a moment, the last one first. Images in its trash are left out.
 * @throws ApiError ERR_0400 for a wrong cursor
 */
export const pageDeleted = (
  db: Executor,
  { projectId, imageId, since }: { projectId: string; imageId: string | undefined; since: Date },
  { after, limit }: { after: string | undefined; limit: number },
): Promise<DeletedRow[]> => {
  const keyed = db
    .select({ ...keyColumns(annotations.id, lastDeletedFirst), modifiedBy: annotations.modifiedBy })
    .from(annotations)
    .innerJoin(images, eq(images.id, annotations.imageId))
    .where(
      and(
        eq(images.projectId, projectId),
        isNull(images.trashed),
        gte(annotations.deleted, since),
        imageId ? eq(annotations.imageId, imageId) : undefined,
      ),
    )
    .as('keyed')
  return db
    .select({ id: keyed.id, by: person, cursor: cursorAfter(keyed, lastDeletedFirst) })
    .from(keyed)
    .innerJoin(users, eq(users.id, keyed.modifiedBy))
    .where(comesAfter(keyed, after, lastDeletedFirst))
    .orderBy(...inOrder(keyed, lastDeletedFirst))
    .limit(limit)
}

/** What a change of an image has made of an object. */
export interface StepRow {
  layerRevision: number
  modified: Date
  by: Person
  id: string
  no: number
  act: 'create' | 'change' | 'delete' | 'restore'
  name: string | null
  nameBefore: string | null
  labels: string[]
  /** Null: it was not there. */
  labelsBefore: string[] | null
  isReshaped: boolean
  /** How many objects of the step have this act. */
  count: number
}

/** How often the annotations of an image were changed. @returns null: there is no such image, or it is in the trash */
export const revisionOf = async (db: Executor, imageId: string): Promise<number | null> => {
  const [row] = await db
    .select({ revision: sql<number>`coalesce(${annotationLayers.revision}, 0)` })
    .from(images)
    .leftJoin(annotationLayers, eq(annotationLayers.imageId, images.id))
    .where(and(eq(images.id, imageId), isNull(images.trashed)))
  return row?.revision ?? null
}

/** What the steps after one revision up to another have made, the last one first: of each step and act as many objects as a step names. */
export const stepsOf = (
  db: Executor,
  imageId: string,
  { after, through }: { after: number; through: number },
): Promise<StepRow[]> => {
  const within = (table: typeof annotations | typeof annotationVersions): SQL | undefined =>
    and(eq(table.imageId, imageId), gt(table.layerRevision, after), lte(table.layerRevision, through))
  const columnsOf = (table: typeof annotations | typeof annotationVersions) => ({
    revision: table.revision,
    layerRevision: table.layerRevision,
    name: table.name,
    shape: table.shape,
    modified: table.modified,
    modifiedBy: table.modifiedBy,
    deleted: table.deleted,
  })
  // As objects are, and as they were until they were changed again.
  const made = unionAll(
    db
      .select({
        id: annotations.id,
        no: annotations.no,
        labels: labelIds(db).as('labels_after'),
        ...columnsOf(annotations),
      })
      .from(annotations)
      .where(within(annotations)),
    db
      .select({
        id: annotations.id,
        no: annotations.no,
        labels: sql<string[]>`${annotationVersions.labels}`.as('labels_after'),
        ...columnsOf(annotationVersions),
      })
      .from(annotationVersions)
      .innerJoin(annotations, eq(annotations.id, annotationVersions.annotationId))
      .where(within(annotationVersions)),
  ).as('made')
  const before = alias(annotationVersions, 'before')
  const act = sql<StepRow['act']>`case
    when ${made.revision} = 1 then 'create'
    when ${before.deleted} is null and ${made.deleted} is not null then 'delete'
    when ${before.deleted} is not null and ${made.deleted} is null then 'restore'
    else 'change' end`
  const ranked = db
    .select({
      layerRevision: made.layerRevision,
      modified: made.modified,
      modifiedBy: made.modifiedBy,
      id: made.id,
      no: made.no,
      act: act.as('act'),
      name: made.name,
      nameBefore: sql<string | null>`${before.name}`.as('name_before'),
      labels: made.labels,
      labelsBefore: sql<string[] | null>`${before.labels}`.as('labels_before'),
      shape: made.shape,
      shapeBefore: sql<Buffer | null>`${before.shape}`.as('shape_before'),
      count: sql<number>`(count(*) over (partition by ${made.layerRevision}, ${act}))::int`.as('count'),
      rank: sql<number>`row_number() over (partition by ${made.layerRevision}, ${act} order by ${made.no})`.as('rank'),
    })
    .from(made)
    .leftJoin(before, and(eq(before.annotationId, made.id), eq(before.revision, sql`${made.revision} - 1`)))
    .as('ranked')
  const { layerRevision, modified, id, no, name, nameBefore, labels, labelsBefore, count } = ranked
  return db
    .select({
      ...{ layerRevision, modified, id, no, act: ranked.act, name, nameBefore, labels, labelsBefore, count },
      by: person,
      // Only of those that are named: geometries may have megabytes.
      isReshaped: sql<boolean>`${ranked.shape} <> coalesce(${ranked.shapeBefore}, ${ranked.shape})`,
    })
    .from(ranked)
    .innerJoin(users, eq(users.id, ranked.modifiedBy))
    .where(lte(ranked.rank, namedInStep))
    .orderBy(desc(ranked.layerRevision), asc(ranked.no))
}

/** Objects that a person has changed in some steps. */
export interface TimelineRow {
  /** Revision of their last step, and when it was. */
  revision: number
  at: Date
  by: Person
  count: number
}

/**
 * Who has changed how many objects of an image in each of its parts, the first one first.
 * @param steps - of a part
 */
export const timelineOf = async (db: Executor, imageId: string, steps: number): Promise<TimelineRow[]> => {
  const columnsOf = (table: typeof annotations | typeof annotationVersions) => ({
    layerRevision: table.layerRevision,
    modified: table.modified,
    modifiedBy: table.modifiedBy,
  })
  const made = unionAll(
    db.select(columnsOf(annotations)).from(annotations).where(eq(annotations.imageId, imageId)),
    db.select(columnsOf(annotationVersions)).from(annotationVersions).where(eq(annotationVersions.imageId, imageId)),
  ).as('made')
  const part = sql<number>`(${made.layerRevision} - 1) / ${sql.raw(String(steps))}`
  const parts = db
    .select({
      part: part.as('part'),
      by: made.modifiedBy,
      changes: sql<number>`count(*)::int`.as('changes'),
      last: sql<number>`max(max(${made.layerRevision})) over (partition by ${part})`.as('last'),
      // As text: the driver does not know the type of what is computed.
      at: sql<string>`max(max(${made.modified})) over (partition by ${part})`.as('at'),
    })
    .from(made)
    .where(gt(made.layerRevision, 0))
    .groupBy(part, made.modifiedBy)
    .as('parts')
  const rows = await db
    .select({ revision: parts.last, at: parts.at, count: parts.changes, by: person })
    .from(parts)
    .innerJoin(users, eq(users.id, parts.by))
    .orderBy(asc(parts.part), desc(parts.changes), asc(users.id))
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}
