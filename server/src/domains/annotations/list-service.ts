import type { Annotation, HandlerInput, listAnnotations as ListAnnotations } from '@lamella/shared/contract'
import { geometryOfShape, wktOf } from '@lamella/shared/geometry'
import type { AppContext } from '../../platform/context.ts'
import { fullNameOf } from '../../platform/full-name.ts'
import { pageOf } from '../../platform/http/paging.ts'
import { type ListedAnnotation, pageAnnotations } from './repository.ts'

const present = ({ annotation, projectId, imageName, isTimeSeries, owner, labelIds }: ListedAnnotation): Annotation => {
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

/** One page of the annotations of a project, or of one image of it (D2-7-54 to D2-7-56). */
export const listAnnotations = async (
  { db }: AppContext,
  projectId: string,
  query: HandlerInput<typeof ListAnnotations>['query'],
): Promise<{ data: Annotation[]; links: { next: string | null } }> => {
  const { 'page[after]': after, 'page[size]': size, 'filter[image]': imageId } = query
  const rows = await pageAnnotations(db, { projectId, imageId, after, limit: size + 1 })
  const path = `/api/v2/projects/${projectId}/annotations`
  return pageOf(rows.map(present), query, path, { 'filter[image]': imageId })
}
