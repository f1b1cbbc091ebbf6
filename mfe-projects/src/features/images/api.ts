import { call, callAllPages } from '@lamella/shared/api'
import {
  deleteImage,
  getImage,
  getImageView,
  type Image,
  type ImageScope,
  listImages,
  retryImage,
  statusesOfScope,
} from '@lamella/shared/contract'
import { queryOptions } from '@tanstack/react-query'

/** Every key that a change of a project's images makes stale begins with this. */
export const imagesKey = (projectId: string) => ['images', projectId] as const

export const imagesQuery = (projectId: string) =>
  queryOptions({
    queryKey: imagesKey(projectId),
    queryFn: ({ signal }) =>
      callAllPages(listImages, { params: { projectId } }, { signal, local: true, action: 'images.list' }),
  })

export const imageQuery = (imageId: string) =>
  queryOptions({
    queryKey: ['image', imageId],
    queryFn: async ({ signal }) =>
      (await call(getImage, { params: { imageId } }, { signal, local: true, action: 'images.get' })).data,
  })

export const imageViewQuery = (imageId: string) =>
  queryOptions({
    queryKey: ['image', imageId, 'view'],
    queryFn: async ({ signal }) =>
      (await call(getImageView, { params: { imageId } }, { signal, local: true, action: 'images.view' })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const removeImage = (imageId: string): Promise<undefined> =>
  call(deleteImage, { params: { imageId } }, { local: true, action: 'images.delete' })

export const processAgain = (imageId: string): Promise<undefined> =>
  call(retryImage, { params: { imageId } }, { local: true, action: 'images.retry' })

/** Images of one of the three lists (document 3 §2). */
export const inScope = (images: readonly Image[], scope: ImageScope): Image[] =>
  images.filter(({ status }) => statusesOfScope[scope].includes(status))
