import { call } from '@lamella/shared/api'
import { getTrashOutline, listTrash, type TrashSort } from '@lamella/shared/contract'
import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { defineQuery } from './define-query.ts'
import { partsOutdated, startOf } from './list-start.ts'
import { fatalPage } from './query-meta.ts'

// `imagesChanged` invalidates all that begins with the first two.
const trashKey = (projectId: string) => ['images', projectId, 'trash'] as const
const trashAction = 'images.trash'
type TrashQuestion = { sort: TrashSort }

/** The 250 images in the trash of a project that were deleted last. */
export const trashStartQuery = (projectId: string) =>
  defineQuery({
    queryKey: [...trashKey(projectId), 'start'],
    queryFn: async ({ signal }) => {
      const input = { params: { projectId }, query: { sort: '-trashed' } } as const
      return startOf(await call(listTrash, input, { signal, action: trashAction }))
    },
    meta: { errorPage: fatalPage, changedBy: (event) => event.type === 'image' && event.project === projectId },
  })

/** Number of the images in the trash of a project, and where the pages of 250 begin. */
export const trashOutlineQuery = (projectId: string, question: TrashQuestion) =>
  defineQuery({
    queryKey: [...trashKey(projectId), 'outline', question],
    queryFn: async ({ signal }) => {
      const input = { params: { projectId }, query: question }
      return (await call(getTrashOutline, input, { signal, action: 'images.trashOutline' })).data
    },
    placeholderData: keepPreviousData,
    meta: { errorPage: fatalPage },
  })

/** One page of 250 images in the trash of a project. @param after - where it begins, by the outline */
export const trashPageQuery = (projectId: string, question: TrashQuestion, after: string | null) =>
  defineQuery({
    queryKey: [...trashKey(projectId), 'page', question, after],
    queryFn: async ({ signal }) => {
      const query = { ...question, ...(after && { 'page[after]': after }) }
      return (await call(listTrash, { params: { projectId }, query }, { signal, action: trashAction })).data
    },
    meta: { errorPage: fatalPage },
  })

/** Invalidates what was read of the trash of a project before a moment, but not its start. */
export const trashOutdated = (queries: QueryClient, projectId: string, before: number): Promise<unknown> =>
  partsOutdated(queries, trashKey(projectId), before)
