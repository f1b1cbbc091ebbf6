import { boxesMeet, geometryOfShape, meets } from '@lamella/shared/geometry'
import { and, eq, exists, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { annotations, labelAssignments } from '../../platform/db/schema/index.ts'
import { type AnnotationRow, keepVersions, putLabels, touchAnnotations } from './repository.ts'

/** Where an object lies, or lay before it was changed. */
export type Touched = Pick<
  AnnotationRow,
  'id' | 'scene' | 'z' | 't' | 'left' | 'top' | 'right' | 'bottom' | 'shape' | 'name'
>

const { id, scene, z, t, left, top, right, bottom, shape, name } = annotations
const columns = { id, scene, z, t, left, top, right, bottom, shape, name }

/**
 * Regions of an image that are exhaustively annotated for a label.
 * @param besides - ids of regions that are read too
 */
export const markedRegions = (tx: Executor, imageId: string, besides: readonly string[] = []): Promise<Touched[]> => {
  const marks = tx
    .select({ id: labelAssignments.labelId })
    .from(labelAssignments)
    .where(eq(labelAssignments.annotationId, id))
  return tx
    .select(columns)
    .from(annotations)
    .where(
      and(
        eq(annotations.imageId, imageId),
        isNotNull(name),
        isNull(annotations.deleted),
        besides.length > 0 ? or(exists(marks), inArray(id, [...besides])) : exists(marks),
      ),
    )
}

/** Where annotations lie now, also deleted ones. */
export const placesNow = (tx: Executor, ids: readonly string[]): Promise<Touched[]> =>
  tx
    .select(columns)
    .from(annotations)
    .where(inArray(id, [...ids]))

/** Null: on all of them. */
const isSameIndex = (one: number | null, other: number | null): boolean =>
  one === null || other === null || one === other

/** Whether something lies in a region, or touches it. */
const liesIn = (region: Touched, object: Touched): boolean =>
  object.name === null &&
  object.scene === region.scene &&
  isSameIndex(object.z, region.z) &&
  isSameIndex(object.t, region.t) &&
  boxesMeet(
    [region.left, region.top, region.right, region.bottom],
    [object.left, object.top, object.right, object.bottom],
  ) &&
  meets(geometryOfShape(region.shape), geometryOfShape(object.shape))

/** Those of some regions in which something was changed. @param touched - where it lies, and where it lay */
export const regionsAround = (regions: readonly Touched[], touched: readonly Touched[]): Touched[] =>
  regions.filter((region) => touched.some((object) => liesIn(region, object)))

/**
 * Takes the marks from the regions of an image in which something was changed. The layer must be locked.
 * @param touched - where it lies; read only where there are marks
 */
export const unmarkAround = async (
  tx: Executor,
  imageId: string,
  touched: () => Promise<readonly Touched[]> | readonly Touched[],
  change: Pick<AnnotationRow, 'layerRevision' | 'modified' | 'modifiedBy'>,
): Promise<void> => {
  const regions = await markedRegions(tx, imageId)
  if (regions.length === 0) return
  const fallen = regionsAround(regions, await touched()).map((region) => region.id)
  if (fallen.length === 0) return
  await keepVersions(tx, fallen, change.layerRevision)
  await touchAnnotations(tx, fallen, change)
  await putLabels(tx, new Map(fallen.map((each) => [each, []])))
}
