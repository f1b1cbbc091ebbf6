import {
  type Annotation,
  defaultRegionName,
  type HandlerInput,
  type listAnnotations as ListAnnotations,
  type listRegions as ListRegions,
  type Region,
} from '@lamella/shared/contract'
import { type Box, type Geometry, geometryOfShape, previewBox, wktOf } from '@lamella/shared/geometry'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { fullNameOf } from '../../platform/full-name.ts'
import { pageOf } from '../../platform/http/paging.ts'
import * as repository from './repository.ts'

/** Address of `getImagePart` for the surroundings of an object. */
const previewOf = ({ imageId, scene, t, z }: repository.AnnotationRow, geometry: Geometry): string => {
  const [left, top, right, bottom] = previewBox(geometry)
  const query = new URLSearchParams({ box: `${[left, top, right - left, bottom - top]}`, scene: `${scene}` })
  if (t !== null) query.set('dim[t]', `${t}`)
  if (z !== null) query.set('dim[z]', `${z}`)
  return `/api/v1/images/${imageId}/part?${query}`
}

const presentObject = ({ annotation, projectId, imageName, owner }: repository.ListedAnnotation) => {
  const geometry = geometryOfShape(annotation.shape)
  return {
    id: annotation.id,
    imageName,
    projectId,
    no: annotation.no,
    geometryType: geometry.type,
    geometry: wktOf(geometry),
    scene: annotation.scene,
    z: annotation.z,
    owner: annotation.ownerId,
    ownerName: fullNameOf(owner),
    created: annotation.created.toISOString(),
    modified: annotation.modified.toISOString(),
    revision: annotation.revision,
  }
}

const presentAnnotation = (listed: repository.ListedAnnotation): Annotation => ({
  ...presentObject(listed),
  type: 'Annotation',
  imageId: listed.annotation.imageId,
  labelAssignments: listed.labelIds.map((labelId) => ({ labelId })),
  isTimeSeries: listed.isTimeSeries,
  timeSeriesStep: listed.annotation.t,
  previewUrl: previewOf(listed.annotation, geometryOfShape(listed.annotation.shape)),
})

const presentRegion = (listed: repository.ListedAnnotation): Region => {
  const { imageId, name, t } = listed.annotation
  return {
    ...presentObject(listed),
    type: 'RegionOfInterest',
    image: imageId,
    name: name ?? defaultRegionName,
    exhaustiveFor: listed.labelIds,
    dimensionCoordinates: t === null ? [] : [{ id: 't', sampleIndex: t }],
  }
}

/** An annotation or a region as it is told. */
export const presentListed = (listed: repository.ListedAnnotation): Annotation | Region =>
  listed.annotation.name === null ? presentAnnotation(listed) : presentRegion(listed)

/** Those of these annotations and regions that are not deleted. */
export const findListed = async (db: Executor, ids: readonly string[]): Promise<(Annotation | Region)[]> =>
  ids.length === 0 ? [] : (await repository.findListed(db, ids)).map(presentListed)

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
  return pageOf(rows.map(presentAnnotation), query, path, conditions)
}

/** One page of the regions of interest of a project. */
export const listRegions = async (
  { db }: AppContext,
  projectId: string,
  query: HandlerInput<typeof ListRegions>['query'],
): Promise<{ data: Region[]; links: { next: string | null } }> => {
  const { 'page[after]': after, 'page[size]': size, ...conditions } = query
  const filter = { areRegions: true, imageId: query['filter[image]'] }
  const rows = await repository.pageAnnotations(db, projectId, filter, { after, limit: size + 1 })
  return pageOf(rows.map(presentRegion), query, `/api/v2/projects/${projectId}/rois`, conditions)
}
