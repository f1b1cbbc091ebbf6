import type { AnnotationCounts } from '@lamella/shared/contract'
import { and, asc, count, countDistinct, desc, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { annotationLayers, annotations, images, labelAssignments, users } from '../../platform/db/schema/index.ts'
import { fullNameOf } from '../../platform/full-name.ts'

/** Annotations of a project by their images, owners and labels. */
export const countAnnotations = async (db: Executor, projectId: string): Promise<AnnotationCounts> => {
  const ofProject = and(eq(images.projectId, projectId), isNull(images.trashed))
  const areThere = and(ofProject, isNull(annotations.deleted), isNull(annotations.name))
  const layers = await db
    .select({
      imageId: images.id,
      imageName: images.name,
      count: annotationLayers.annotationCount,
      regions: annotationLayers.roiCount,
    })
    .from(annotationLayers)
    .innerJoin(images, eq(images.id, annotationLayers.imageId))
    .where(and(ofProject, or(gt(annotationLayers.annotationCount, 0), gt(annotationLayers.roiCount, 0))))
    .orderBy(asc(images.name), asc(images.id))
  const owners = await db
    .select({ owner: users.id, firstName: users.firstName, lastName: users.lastName, count: count() })
    .from(annotations)
    .innerJoin(images, eq(images.id, annotations.imageId))
    .innerJoin(users, eq(users.id, annotations.ownerId))
    .where(areThere)
    .groupBy(users.id)
    .orderBy(desc(count()), asc(users.id))
  const labelled = db
    .select({ labels: count().as('labels') })
    .from(labelAssignments)
    .innerJoin(annotations, eq(annotations.id, labelAssignments.annotationId))
    .innerJoin(images, eq(images.id, annotations.imageId))
    .where(areThere)
    .groupBy(labelAssignments.annotationId)
    .as('labelled')
  const [states] = await db
    .select({
      distinct: sql<number>`(count(*) filter (where ${labelled.labels} = 1))::int`,
      multipleDistinct: sql<number>`(count(*) filter (where ${labelled.labels} > 1))::int`,
    })
    .from(labelled)
  const labels = await db
    .select({ labelId: labelAssignments.labelId, count: count() })
    .from(labelAssignments)
    .innerJoin(annotations, eq(annotations.id, labelAssignments.annotationId))
    .innerJoin(images, eq(images.id, annotations.imageId))
    .where(areThere)
    .groupBy(labelAssignments.labelId)
    .orderBy(desc(count()), asc(labelAssignments.labelId))
  const [marked] = await db
    .select({ regions: countDistinct(annotations.id) })
    .from(annotations)
    .innerJoin(labelAssignments, eq(labelAssignments.annotationId, annotations.id))
    .innerJoin(images, eq(images.id, annotations.imageId))
    .where(and(ofProject, isNull(annotations.deleted), isNotNull(annotations.name)))
  const all = owners.reduce((sum, each) => sum + each.count, 0)
  const { distinct = 0, multipleDistinct = 0 } = states ?? {}
  return {
    ...{ all, distinct, multipleDistinct, unlabeled: all - distinct - multipleDistinct },
    labels,
    owners: owners.map(({ owner, firstName, lastName, count: made }) => ({
      ...{ owner, count: made, ownerName: fullNameOf({ firstName, lastName }) },
    })),
    images: layers.flatMap(({ regions, ...image }) => (image.count > 0 ? [image] : [])),
    regions: layers.reduce((sum, { regions }) => sum + regions, 0),
    markedRegions: marked?.regions ?? 0,
  }
}
