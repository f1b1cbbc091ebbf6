import { and, asc, eq, exists, getTableColumns, gt, isNull, lte, type SQLWrapper, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import {
  annotationLayers,
  annotations,
  annotationVersions,
  images,
  installation,
  labelAssignments,
  media,
  users,
} from '../../platform/db/schema/index.ts'

/** An image and what is drawn on it as a whole. */
export interface LayerState {
  revision: number
  /** Null in the time before the first start. */
  installation: string | null
  imageName: string
  projectId: string
  isTimeSeries: boolean
}

/** Null: there is no such image. */
export const findLayerState = async (db: Executor, imageId: string): Promise<LayerState | null> => {
  const [row] = await db
    .select({
      revision: sql<number>`coalesce(${annotationLayers.revision}, 0)`,
      installation: sql<string | null>`(${db.select({ id: installation.id }).from(installation)})`,
      imageName: images.name,
      projectId: images.projectId,
      isTimeSeries: sql<boolean>`${media.fileType} = 'TimeSeries'`,
    })
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))
    .leftJoin(annotationLayers, eq(annotationLayers.imageId, images.id))
    .where(eq(images.id, imageId))
  return row ?? null
}

/** Who has made what is drawn on an image. */
export const ownersOf = (
  db: Executor,
  imageId: string,
): Promise<{ id: string; firstName: string; lastName: string }[]> =>
  db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(
      exists(
        db
          .select({ one: sql`1` })
          .from(annotations)
          .where(and(eq(annotations.imageId, imageId), eq(annotations.ownerId, users.id))),
      ),
    )

const milliseconds = (moment: SQLWrapper) => sql`int8send((extract(epoch from ${moment}) * 1000)::int8)`

type Field = 'id' | 'no' | 'revision' | 'scene' | 'z' | 't' | 'created' | 'modified' | 'ownerId' | 'name' | 'shape'

/** A record as `getAnnotationLayer` has it, joined by the database: rows would take most of the time. @param labels - their ids as bytes */
const recordOf = (object: Record<Field, SQLWrapper>, labels: SQLWrapper) => {
  const name = sql`convert_to(coalesce(${object.name}, ''), 'UTF8')`
  return sql<Buffer>`int2send((${object.name} is not null)::int::int2) || uuid_send(${object.id})
    || int4send(${object.no}) || int4send(${object.revision}) || int2send(${object.scene})
    || int2send(coalesce(${object.z}, -1)::int2) || int2send(coalesce(${object.t}, -1)::int2)
    || ${milliseconds(object.created)} || ${milliseconds(object.modified)} || uuid_send(${object.ownerId})
    || int2send((length(${labels}) / 16)::int2) || ${labels}
    || int2send(length(${name})::int2) || ${name}
    || int4send(length(${object.shape})) || ${object.shape}`
}

const labelBytes = (db: Executor) =>
  sql`(${db
    .select({ ids: sql`coalesce(string_agg(uuid_send(${labelAssignments.labelId}), ''::bytea), ''::bytea)` })
    .from(labelAssignments)
    .where(eq(labelAssignments.annotationId, annotations.id))})`

/** Records of what is there, and of what was deleted. */
const records = (db: Executor) =>
  sql<Buffer>`case when ${annotations.deleted} is not null
    then int2send(2::int2) || uuid_send(${annotations.id})
    else ${recordOf(annotations, labelBytes(db))}
    end`

/** Some records of a layer, and the id of the last one; null: there are none. */
export type SomeRecords = { bytes: Buffer; last: string } | null

/**
 * Some records of a layer in the order of their ids.
 * @param since - only what was changed after this revision, also what was deleted; null: all that is there
 * @param after - id of the last one that was read before
 * @returns null: there are no more
 */
export const recordsOfLayer = async (
  db: Executor,
  imageId: string,
  since: number | null,
  after: string | null,
  limit: number,
): Promise<SomeRecords> => {
  const some = db
    .select({ id: annotations.id, record: records(db).as('record') })
    .from(annotations)
    .where(
      and(
        eq(annotations.imageId, imageId),
        since === null ? isNull(annotations.deleted) : gt(annotations.layerRevision, since),
        after === null ? undefined : gt(annotations.id, after),
      ),
    )
    .orderBy(asc(annotations.id))
    .limit(limit)
    .as('some')
  const [row] = await db
    .select({
      bytes: sql<Buffer | null>`string_agg(${some.record}, ''::bytea order by ${some.id})`,
      last: sql<string | null>`(array_agg(${some.id} order by ${some.id} desc))[1]`,
    })
    .from(some)
  return row?.bytes && row.last ? { bytes: row.bytes, last: row.last } : null
}

/**
 * As `recordsOfLayer`, of what was there at a revision of the layer, as it was then.
 * @param at - revision of the layer
 */
export const recordsOfPast = async (
  db: Executor,
  imageId: string,
  at: number,
  after: string | null,
  limit: number,
): Promise<SomeRecords> => {
  const isAfter = after === null ? undefined : gt(annotations.id, after)
  const unchanged = db
    .select({ id: annotations.id, record: recordOf(annotations, labelBytes(db)).as('record') })
    .from(annotations)
    .where(
      and(eq(annotations.imageId, imageId), lte(annotations.layerRevision, at), isNull(annotations.deleted), isAfter),
    )
  const before = { ...getTableColumns(annotations), ...getTableColumns(annotationVersions) }
  const labelsBefore = sql`(select coalesce(string_agg(uuid_send(label), ''::bytea), ''::bytea) from unnest(${annotationVersions.labels}) as had (label))`
  const changed = db
    .select({ id: annotations.id, record: recordOf({ ...before, id: annotations.id }, labelsBefore).as('record') })
    .from(annotationVersions)
    .innerJoin(annotations, eq(annotations.id, annotationVersions.annotationId))
    .where(
      and(
        eq(annotationVersions.imageId, imageId),
        lte(annotationVersions.layerRevision, at),
        gt(annotationVersions.replacedWith, at),
        isNull(annotationVersions.deleted),
        isAfter,
      ),
    )
  const {
    rows: [row],
  } = await db.execute<{ bytes: Buffer | null; last: string | null }>(sql`
    select string_agg(record, ''::bytea order by id) as bytes, (array_agg(id order by id desc))[1] as last
    from (select id, record from (${unchanged} union all ${changed}) as past order by id limit ${limit}) as chosen`)
  return row?.bytes && row.last ? { bytes: row.bytes, last: row.last } : null
}
