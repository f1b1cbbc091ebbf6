import { call, callAllPages } from '@lamella/shared/api'
import {
  type EndpointInput,
  getImage,
  getImageOutline,
  getImageView,
  listImageGroups,
  listImages,
  listMedia,
  listTrash,
  type ServerEvent,
} from '@lamella/shared/contract'
import type { QueryClient } from '@tanstack/react-query'
import { defineQuery, inAllBuilds } from './define-query.ts'
import { fatalPage, imagePage } from './query-meta.ts'
import { storageChanged } from './storage.ts'

const listKey = (projectId: string) => ['images', projectId] as const

/** The images of a project, in all states. */
export const imagesQuery = (projectId: string) =>
  defineQuery({
    queryKey: listKey(projectId),
    queryFn: ({ signal }) => callAllPages(listImages, { params: { projectId } }, { signal, action: 'images.list' }),
    meta: { errorPage: fatalPage, changedBy: (event) => event.type === 'image' && event.project === projectId },
  })

/** Order and conditions of a list of images; undefined ones do not count. */
export type ImageQuestion = Omit<NonNullable<EndpointInput<typeof getImageOutline>['query']>, 'page[size]'>

/** Images per request of a long list, of which only the visible part is read. */
export const imagesPerPage = 100

const changesImages = (projectId: string) => (event: ServerEvent) =>
  event.type === 'image' && event.project === projectId

/** Number of the images of a list, and where its pages begin. */
export const imageOutlineQuery = (projectId: string, question: ImageQuestion) =>
  defineQuery({
    queryKey: [...listKey(projectId), 'outline', question],
    queryFn: async ({ signal }) => {
      const query = { ...question, 'page[size]': imagesPerPage }
      return (await call(getImageOutline, { params: { projectId }, query }, { signal, action: 'images.outline' })).data
    },
    placeholderData: (previous) => previous,
    meta: { errorPage: fatalPage, changedBy: changesImages(projectId) },
  })

/** One page of a long list. @param after - where it begins, by the outline */
export const imagePageQuery = (projectId: string, question: ImageQuestion, after: string | null) =>
  defineQuery({
    queryKey: [...listKey(projectId), 'page', question, after],
    queryFn: async ({ signal }) => {
      const query = { ...question, 'page[size]': imagesPerPage, ...(after && { 'page[after]': after }) }
      return (await call(listImages, { params: { projectId }, query }, { signal, action: 'images.list' })).data
    },
    meta: { errorPage: fatalPage },
  })

/** The newest available images of a project. Its failures are shown in line, where at all. @param count - at most */
export const newestImagesQuery = (projectId: string, count: number) =>
  defineQuery({
    queryKey: [...listKey(projectId), 'newest', count],
    queryFn: async ({ signal }) => {
      const query = { 'filter[scope]': 'available', 'page[size]': count } as const
      return (await call(listImages, { params: { projectId }, query }, { signal, action: 'images.newest' })).data
    },
    meta: { changedBy: changesImages(projectId) },
  })

/** The newest available multichannel images of a project, at most 250. */
export const multichannelImagesQuery = (projectId: string) =>
  defineQuery({
    queryKey: [...listKey(projectId), 'multichannel'],
    queryFn: async ({ signal }) => {
      const query = { 'filter[scope]': 'available', 'filter[type]': 'MultiChannel' } as const
      return (await call(listImages, { params: { projectId }, query }, { signal, action: 'images.multichannel' })).data
    },
    meta: { errorPage: fatalPage, changedBy: changesImages(projectId) },
  })

/** Invalidates the pages of long lists of a project that were read before a moment. */
export const imagePagesChanged = (queries: QueryClient, projectId: string, before: number): Promise<void> =>
  queries.invalidateQueries({
    queryKey: [...listKey(projectId), 'page'],
    predicate: ({ state }) => state.dataUpdatedAt < before,
  })

/** Tags, folders and owners of the images of a project. */
export const imageGroupsQuery = (projectId: string) =>
  defineQuery({
    queryKey: [...listKey(projectId), 'groups'],
    queryFn: async ({ signal }) =>
      (await call(listImageGroups, { params: { projectId } }, { signal, action: 'images.groups' })).data,
    meta: { changedBy: changesImages(projectId) },
  })

/** The images in the trash of a project. For remotes that were built before lists were read by pages (ADR 65). */
export const trashQuery = (projectId: string) =>
  defineQuery({
    queryKey: [...listKey(projectId), 'trash'],
    queryFn: ({ signal }) => callAllPages(listTrash, { params: { projectId } }, { signal, action: 'images.trash' }),
    meta: { errorPage: fatalPage, changedBy: changesImages(projectId) },
  })

/** One image. */
export const imageQuery = (imageId: string) =>
  defineQuery({
    queryKey: ['image', imageId],
    queryFn: async ({ signal }) =>
      (await call(getImage, { params: { imageId } }, { signal, action: 'images.get' })).data,
    meta: { errorPage: imagePage, changedBy: (event) => event.type === 'image' && event.id === imageId },
  })

/** What the viewer needs besides the image. It never changes. @param scene - index of a scene of the file */
export const imageViewQuery = (imageId: string, scene = 0) =>
  defineQuery({
    queryKey: ['image', imageId, 'view', scene],
    queryFn: async ({ signal }) => {
      // Servers from before scenes are not asked for the first.
      const input = { params: { imageId }, query: scene > 0 ? { scene } : {} }
      return (await call(getImageView, input, { signal, action: 'images.view' })).data
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errorPage: fatalPage },
  })

/** More than are shown: the answer is newest first, and an older name may match better. */
const mostNamed = 20

/** Available images of all projects that the user can see. @param name - words of the image's or its project's name */
export const imagesNamedQuery = (name: string) =>
  defineQuery({
    queryKey: ['media', 'named', name],
    queryFn: async ({ signal }) => {
      const query = { 'filter[scope]': 'available', 'filter[name]': name, 'page[size]': mostNamed } as const
      return (await call(listMedia, { query }, { signal, action: 'images.find' })).data
    },
    staleTime: 60_000,
  })

/** The next image of a project in one direction of age, as far as it can be viewed; null: there is none. */
const neighbourOf = async (projectId: string, imageId: string, sort: 'newest' | 'oldest', signal: AbortSignal) => {
  // The cursor of an order by age is the id of the image (ADR 75).
  const query = { sort, 'filter[scope]': 'available', 'page[after]': imageId, 'page[size]': 1 } as const
  const { data } = await call(listImages, { params: { projectId }, query }, { signal, action: 'images.neighbour' })
  return data[0] ?? null
}

/** The images before and after an image in the library of a project, newest first. */
export const imageNeighboursQuery = (projectId: string, imageId: string) =>
  defineQuery({
    queryKey: [...listKey(projectId), 'neighbours', imageId],
    queryFn: async ({ signal }) => {
      const [previous, next] = await Promise.all([
        neighbourOf(projectId, imageId, 'oldest', signal),
        neighbourOf(projectId, imageId, 'newest', signal),
      ])
      return { previous, next }
    },
    meta: { changedBy: changesImages(projectId) },
  })

/** Invalidates after an image of a project was deleted, or is processed again. */
export const imagesChanged = async (queries: QueryClient, projectId: string): Promise<void> => {
  await Promise.all([queries.invalidateQueries({ queryKey: listKey(projectId) }), storageChanged(queries)])
}

/** Invalidates after the pixel size of an image was changed. The check of images depends on it by its key. */
export const imageScaled = async (queries: QueryClient, projectId: string, imageId: string): Promise<void> => {
  await Promise.all([
    queries.invalidateQueries({ queryKey: listKey(projectId) }),
    queries.invalidateQueries(inAllBuilds(imageQuery(imageId).queryKey)),
  ])
}

/** Invalidates after an image is shown or measured in another way: the list, the image, and how the viewer shows it. */
export const imageShownAnew = async (queries: QueryClient, projectId: string, imageId: string): Promise<void> => {
  await Promise.all([
    queries.invalidateQueries({ queryKey: listKey(projectId) }),
    queries.invalidateQueries({ queryKey: ['image', imageId] }),
  ])
}

/** Forgets an image that is gone, and the failure to read it: it may come back from the trash. */
export const imageForgotten = (queries: QueryClient, imageId: string): void =>
  queries.removeQueries({ queryKey: imageQuery(imageId).queryKey, exact: true })
