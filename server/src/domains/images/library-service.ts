import type { HandlerInput, Image, ImageOutline, listImages as ListImages } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { type PageQuery, pageOf } from '../../platform/http/paging.ts'
import { cursorAfter } from './library-order.ts'
import * as repository from './library-repository.ts'
import { presentListed } from './present-image.ts'
import type { ListedImage } from './repository.ts'

const present = async ({ db }: AppContext, rows: readonly ListedImage[]): Promise<Image[]> => {
  const ids = rows.map(({ image }) => image.id)
  const tags = await repository.tagsOf(db, ids)
  return rows.map((row) => ({ ...presentListed(row), tags: tags.get(row.image.id) ?? [] }))
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
  return pageOf(await present(context, rows), { 'page[size]': size }, path, textsOf(question), (image) =>
    cursorAfter(image, question.sort ?? 'newest'),
  )
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

/** One page of the trash of a project, newest first. */
export const listTrash = async (context: AppContext, projectId: string, query: PageQuery) => {
  const { 'page[after]': after, 'page[size]': size } = query
  const rows = await repository.listTrashed(context.db, projectId, { after, limit: size + 1 })
  const trashed = new Map(rows.map(({ image }) => [image.id, image.trashed]))
  const { data, links } = pageOf(await present(context, rows), query, `/api/v2/projects/${projectId}/trash`)
  return {
    data: data.map((image) => ({ ...image, trashed: (trashed.get(image.id) ?? context.now()).toISOString() })),
    links,
  }
}
