import { call, callAllPages } from '@lamella/shared/api'
import { getImage, getImageView, listImages, listMedia } from '@lamella/shared/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { fatalPage } from './query-meta.ts'
import { storageChanged } from './storage.ts'

const listKey = (projectId: string) => ['images', projectId] as const

/** The images of a project, in all states. */
export const imagesQuery = (projectId: string) =>
  queryOptions({
    queryKey: listKey(projectId),
    queryFn: ({ signal }) => callAllPages(listImages, { params: { projectId } }, { signal, action: 'images.list' }),
    meta: { errorPage: fatalPage, changedBy: (event) => event.type === 'image' && event.project === projectId },
  })

/** One image. */
export const imageQuery = (imageId: string) =>
  queryOptions({
    queryKey: ['image', imageId],
    queryFn: async ({ signal }) =>
      (await call(getImage, { params: { imageId } }, { signal, action: 'images.get' })).data,
    meta: { errorPage: fatalPage, changedBy: (event) => event.type === 'image' && event.id === imageId },
  })

/** What the viewer needs besides the image. It never changes. */
export const imageViewQuery = (imageId: string) =>
  queryOptions({
    queryKey: ['image', imageId, 'view'],
    queryFn: async ({ signal }) =>
      (await call(getImageView, { params: { imageId } }, { signal, action: 'images.view' })).data,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errorPage: fatalPage },
  })

/** More than are shown: the answer is newest first, and an older name may match better. */
const mostNamed = 20

/** Available images of all projects that the user can see. @param name - words of the image's or its project's name */
export const imagesNamedQuery = (name: string) =>
  queryOptions({
    queryKey: ['media', 'named', name],
    queryFn: async ({ signal }) => {
      const query = { 'filter[scope]': 'available', 'filter[name]': name, 'page[size]': mostNamed } as const
      return (await call(listMedia, { query }, { signal, action: 'images.find' })).data
    },
    staleTime: 60_000,
  })

/** Invalidates after an image of a project was deleted, or is processed again. */
export const imagesChanged = async (queries: QueryClient, projectId: string): Promise<void> => {
  await Promise.all([queries.invalidateQueries({ queryKey: listKey(projectId) }), storageChanged(queries)])
}

/** Invalidates after the pixel size of an image was changed. The check of images depends on it by its key. */
export const imageScaled = async (queries: QueryClient, projectId: string, imageId: string): Promise<void> => {
  const keys = [listKey(projectId), ['image', imageId]]
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey, exact: true })))
}
