import { and, asc, eq, exists, gt, isNull, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import {
  annotationLayers,
  annotations,
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

const milliseconds = (moment: unknown) => sql`int8send((extract(epoch from ${moment}) * 1000)::int8)`

/** Records as `getAnnotationLayer` has them, joined by the database: rows would take most of the time. */
const records = (db: Executor) => {
  const labels = sql`(${db
    .select({ ids: sql`coalesce(string_agg(uuid_send(${labelAssignments.labelId}), ''::bytea), ''::bytea)` })
    .from(labelAssignments)
    .where(eq(labelAssignments.annotationId, annotations.id))})`
  const name = sql`convert_to(coalesce(${annotations.name}, ''), 'UTF8')`
  return sql<Buffer>`case when ${annotations.deleted} is not null
    then int2send(2::int2) || uuid_send(${annotations.id})
    else int2send((${annotations.name} is not null)::int::int2) || uuid_send(${annotations.id})
      || int4send(${annotations.no}) || int4send(${annotations.revision}) || int2send(${annotations.scene})
      || int2send(coalesce(${annotations.z}, -1)::int2) || int2send(coalesce(${annotations.t}, -1)::int2)
      || ${milliseconds(annotations.created)} || ${milliseconds(annotations.modified)} || uuid_send(${annotations.ownerId})
      || int2send((length(${labels}) / 16)::int2) || ${labels}
      || int2send(length(${name})::int2) || ${name}
      || int4send(length(${annotations.shape})) || ${annotations.shape}
    end`
}

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
): Promise<{ bytes: Buffer; last: string } | null> => {
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
