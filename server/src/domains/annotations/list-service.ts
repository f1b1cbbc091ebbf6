import type { Annotation, HandlerInput, listAnnotations as ListAnnotations } from '@lamella/shared/contract'
import { type Box, geometryOfShape, wktOf } from '@lamella/shared/geometry'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { fullNameOf } from '../../platform/full-name.ts'
import { pageOf } from '../../platform/http/paging.ts'
import * as repository from './repository.ts'

const present = ({
  annotation,
  projectId,
  imageName,
  isTimeSeries,
  owner,
  labelIds,
}: repository.ListedAnnotation): Annotation => {
  const geometry = geometryOfShape(annotation.shape)
  return {
    id: annotation.id,
    type: 'Annotation',
    imageId: annotation.imageId,
    imageName,
    projectId,
    no: annotation.no,
    labelAssignments: labelIds.map((labelId) => ({ labelId })),
    geometryType: geometry.type,
    geometry: wktOf(geometry),
    scene: annotation.scene,
    z: annotation.z,
    isTimeSeries,
    timeSeriesStep: annotation.t,
    owner: annotation.ownerId,
    ownerName: fullNameOf(owner),
    created: annotation.created.toISOString(),
    modified: annotation.modified.toISOString(),
    revision: annotation.revision,
    previewUrl: null,
  }
}

/** Those of these annotations that are not deleted. */
export const findListed = async (db: Executor, ids: readonly string[]): Promise<Annotation[]> =>
  ids.length === 0 ? [] : (await repository.findListed(db, ids)).map(present)

type Query = HandlerInput<typeof ListAnnotations>['query']

const filterOf = (query: Query): repository.AnnotationFilter => {
  const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))
  return {
    imageId: query['filter[image]'],
    ownerId: query['filter[owner]'],
    labels: query['filter[label]'] ?? (query['filter[labelId]'] ? 'distinct' : undefined),
    labelId: query['filter[labelId]'],
    from: dateOf(query['filter[from]']),
    to: dateOf(query['filter[to]']),
    box: query['filter[box]']?.split(',').map(Number) as Box | undefined,
  }
}

/** One page of the annotations of a project (D2-7-51 to D2-7-56). */
export const listAnnotations = async (
  { db }: AppContext,
  projectId: string,
  query: Query,
): Promise<{ data: Annotation[]; links: { next: string | null } }> => {
  const { 'page[after]': after, 'page[size]': size, ...conditions } = query
  const rows = await repository.pageAnnotations(db, projectId, filterOf(query), { after, limit: size + 1 })
  const path = `/api/v2/projects/${projectId}/annotations`
  return pageOf(rows.map(present), query, path, conditions)
}
