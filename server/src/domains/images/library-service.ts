import type {
  HandlerInput,
  Image,
  ImageOutline,
  listImages as ListImages,
  listTrash as ListTrash,
} from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { pageOf } from '../../platform/http/paging.ts'
import * as repository from './library-repository.ts'
import { presentListed } from './present-image.ts'
import { countObjectsOf, findListedImages, type ListedImage, noObjects } from './repository.ts'
import { listTrashed } from './trash-repository.ts'

const present = async ({ db }: AppContext, rows: readonly ListedImage[]): Promise<Image[]> => {
  const ids = rows.map(({ image }) => image.id)
  const tags = await repository.tagsOf(db, ids)
  const counts = await countObjectsOf(db, ids)
  return rows.map((row) => ({
    ...presentListed(row),
    tags: tags.get(row.image.id) ?? [],
    ...(counts.get(row.image.id) ?? noObjects),
  }))
}

const textsOf = (question: object): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(question).map(([key, value]) => [key, value === undefined ? value : String(value)]))

/** One page of the images of a project, newest first unless sorted. @throws ApiError ERR_0400 for a cursor of another order */
export const listImages = async (
  context: AppContext,
  projectId: string,
  { 'page[after]': after, 'page[size]': size, ...question }: HandlerInput<typeof ListImages>['query'],
) => {
  const rows = await repository.listImages(context.db, projectId, question, { after, limit: size + 1 })
  const path = `/api/v2/projects/${projectId}/images`
  const cursors = new Map(rows.map(({ image, cursor }) => [image.id, cursor]))
  const cursorOf = ({ id }: Image) => cursors.get(id) ?? id
  return pageOf(await present(context, rows), { 'page[size]': size }, path, textsOf(question), cursorOf)
}

/** Those of the images that are in the project, in the given order. */
export const findImages = async (context: AppContext, projectId: string, ids: readonly string[]): Promise<Image[]> => {
  const found = await present(context, await findListedImages(context.db, projectId, ids))
  const byId = new Map(found.map((image) => [image.id, image]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** @param size - images per page */
export const getOutline = async (
  { db }: AppContext,
  projectId: string,
  question: repository.ImageQuestion,
  size: number,
): Promise<ImageOutline> => ({
  ...(await repository.outlineOf(db, projectId, question, size)),
  ...(await repository.countImages(db, projectId)),
})

/** Tags, folders and owners of the images of a project. */
export const listGroups = ({ db }: AppContext, projectId: string) => repository.groupsOf(db, projectId)

/** One page of the trash of a project, newest first unless sorted. @throws ApiError ERR_0400 for a cursor of another order */
export const listTrash = async (
  context: AppContext,
  projectId: string,
  { sort, ...query }: HandlerInput<typeof ListTrash>['query'],
) => {
  const page = { after: query['page[after]'], limit: query['page[size]'] + 1 }
  const rows = await listTrashed(context.db, projectId, sort, page)
  const found = new Map(rows.map((row) => [row.image.id, row]))
  const cursorOf = ({ id }: Image) => found.get(id)?.cursor ?? id
  const path = `/api/v2/projects/${projectId}/trash`
  const { data, links } = pageOf(await present(context, rows), query, path, { sort }, cursorOf)
  return {
    data: data.map((image) => ({
      ...image,
      trashed: (found.get(image.id)?.image.trashed ?? context.now()).toISOString(),
    })),
    links,
  }
}
