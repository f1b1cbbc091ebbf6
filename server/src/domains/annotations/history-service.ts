import {
  type AnnotationStep,
  type AnnotationTimeline,
  annotationTrashDays,
  type DeletedAnnotation,
  type getAnnotationHistory as GetAnnotationHistory,
  type HandlerInput,
  type listDeletedAnnotations as ListDeletedAnnotations,
  timelineParts,
} from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { fullNameOf } from '../../platform/full-name.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { pageOf } from '../../platform/http/paging.ts'
import { pageDeleted, revisionOf, type StepRow, stepsOf, timelineOf as timelineRowsOf } from './history-repository.ts'
import { presentListed } from './list-service.ts'
import { findListed } from './repository.ts'

const personOf = ({ id, ...name }: StepRow['by']) => ({ id, fullName: fullNameOf(name) })

/** One page of the annotations and regions of a project that are in the trash. @throws ApiError ERR_0400 for a wrong cursor */
export const listDeleted = async (
  { db, now }: AppContext,
  projectId: string,
  query: HandlerInput<typeof ListDeletedAnnotations>['query'],
) => {
  const { 'page[after]': after, 'page[size]': size, 'filter[image]': imageId } = query
  const since = new Date(now().getTime() - annotationTrashDays * 24 * 3_600_000)
  const rows = await pageDeleted(db, { projectId, imageId, since }, { after, limit: size + 1 })
  const ids = rows.map(({ id }) => id)
  const found = await findListed(db, ids, { areDeleted: true })
  const byId = new Map(found.map((listed) => [listed.annotation.id, listed]))
  const page = pageOf(
    rows,
    query,
    `/api/v2/projects/${projectId}/annotations/trash`,
    { 'filter[image]': imageId },
    ({ cursor }) => cursor,
  )
  const data = page.data.flatMap(({ id, by }): DeletedAnnotation[] => {
    const listed = byId.get(id)
    const deleted = listed?.annotation.deleted
    // Restored meanwhile.
    if (!deleted) return []
    return [{ id, object: presentListed(listed), deleted: deleted.toISOString(), deletedBy: personOf(by) }]
  })
  return { data, links: page.links }
}

const objectOf = ({ layerRevision, modified, by, count, ...object }: StepRow): AnnotationStep['objects'][number] =>
  object

const stepOf = (rows: readonly [StepRow, ...StepRow[]]): AnnotationStep => {
  const [{ layerRevision: revision, modified, by }] = rows
  const counts = { create: 0, change: 0, delete: 0, restore: 0 }
  for (const { act, count } of rows) counts[act] = count
  return { revision, at: modified.toISOString(), by: personOf(by), counts, objects: rows.map(objectOf) }
}

/** One page of what was changed of the annotations of an image. @throws ApiError ERR_0404 */
export const historyOf = async (
  { db }: AppContext,
  imageId: string,
  { 'page[before]': before, 'page[size]': size }: HandlerInput<typeof GetAnnotationHistory>['query'],
): Promise<{ data: AnnotationStep[]; links: { next: string | null } }> => {
  const last = await revisionOf(db, imageId)
  if (last === null) throw new ApiError('ERR_0404')
  // Each revision is a step, so pages are read by their numbers.
  const through = Math.min(before === undefined ? last : before - 1, last)
  const after = Math.max(0, through - size)
  const byRevision = Map.groupBy(await stepsOf(db, imageId, { after, through }), (row) => row.layerRevision)
  const data = [...byRevision.values()].flatMap(([first, ...rows]) => (first ? [stepOf([first, ...rows])] : []))
  const query = new URLSearchParams({ 'page[before]': String(after + 1), 'page[size]': String(size) })
  return { data, links: { next: after > 0 ? `/api/v1/images/${imageId}/annotations/history?${query}` : null } }
}

/** When and by whom the annotations of an image were changed. @throws ApiError ERR_0404 */
export const timelineOf = async ({ db }: AppContext, imageId: string): Promise<AnnotationTimeline> => {
  const last = await revisionOf(db, imageId)
  if (last === null) throw new ApiError('ERR_0404')
  const rows = await timelineRowsOf(db, imageId, Math.max(1, Math.ceil(last / timelineParts)))
  const parts = [...Map.groupBy(rows, ({ revision }) => revision)].flatMap(([revision, [first, ...others]]) => {
    if (!first) return []
    const changes = [first, ...others].map(({ by, count }) => ({ by: by.id, count }))
    return [{ revision, at: first.at.toISOString(), changes }]
  })
  const people = [...Map.groupBy(rows, ({ by }) => by.id).values()].flatMap(([first, ...others]) => {
    if (!first) return []
    return [{ person: personOf(first.by), count: others.reduce((sum, { count }) => sum + count, first.count) }]
  })
  return { parts, people: people.toSorted((one, other) => other.count - one.count).map(({ person }) => person) }
}
