import * as z from 'zod/mini'
import { data, id, page, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { imageTag } from './image-filter.ts'
import { image } from './images.ts'
import { placedPageQuery } from './placed-pages.ts'
import { ticketQuery } from './tickets.ts'

const imageParams = z.object({ imageId: id })
const params = z.object({ projectId: id })

/** Most images of one action. */
export const imagesAtOnce = 1000
const images = z.array(id).check(z.minLength(1), z.maxLength(imagesAtOnce))
const tags = z.array(imageTag).check(z.maxLength(20))

/** Days that an image stays in the trash. */
export const trashDays = 30

export const trashImage = endpoint({
  method: 'POST',
  path: '/api/v1/images/:imageId/trash',
  summary: 'Move an image to the trash of its project, with its results; it counts as stored until it is deleted',
  tag: 'images',
  params: imageParams,
  success: { status: 204, body: null },
  errors: ['ERR_0409'],
})

export const restoreImage = endpoint({
  method: 'POST',
  path: '/api/v1/images/:imageId/restore',
  summary: 'Take an image out of the trash',
  tag: 'images',
  params: imageParams,
  success: { status: 204, body: null },
})

/** Orders of a trash, by the columns of its list; with a minus before it descending. */
export const trashSorts = ['name', '-name', 'size', '-size', 'trashed', '-trashed'] as const
export type TrashSort = (typeof trashSorts)[number]

/** Order of the list of a trash: the images that were added last come first without one. */
export const listedTrash = { sort: z.optional(z.enum(trashSorts)) } as const

export const listTrash = endpoint({
  method: 'GET',
  path: '/api/v2/projects/:projectId/trash',
  summary: 'Images in the trash of a project, newest first',
  tag: 'images',
  params,
  query: z.extend(placedPageQuery, listedTrash),
  success: { status: 200, body: page(z.extend(image, { trashed: timestamp })) },
})

export const emptyTrash = endpoint({
  method: 'DELETE',
  path: '/api/v1/projects/:projectId/trash',
  summary: 'Delete all images in the trash of a project, with their results and files',
  tag: 'images',
  params,
  success: { status: 204, body: null },
})

export const moveImages = endpoint({
  method: 'POST',
  path: '/api/v1/projects/:projectId/images/move',
  summary: 'Move images with their jobs, results and tags to another project in which the user is Owner or Editor',
  tag: 'images',
  params,
  body: data(z.object({ images, project: id })),
  success: { status: 204, body: null },
  errors: ['ERR_0409'],
})

export const tagImages = endpoint({
  method: 'POST',
  path: '/api/v1/projects/:projectId/images/tags',
  summary: 'Add tags to images, and remove others',
  tag: 'images',
  params,
  body: data(z.object({ images, add: tags, remove: tags })),
  success: { status: 204, body: null },
  errors: ['ERR_0409'],
})

export const createImageArchive = endpoint({
  method: 'POST',
  path: '/api/v1/projects/:projectId/imageArchives',
  summary: 'Choose the originals of images for a download as one zip file',
  tag: 'images',
  params,
  body: data(z.object({ images })),
  /** Path of the download, for a ticket; valid for an hour. */
  success: { status: 201, body: data(z.object({ url: z.string() })) },
  errors: ['ERR_0429'],
})

export const downloadImageArchive = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:projectId/imageArchives/:archiveId/download',
  summary: 'The originals as one zip file; images that were deleted or are not stored yet are left out',
  tag: 'images',
  params: z.object({ projectId: id, archiveId: id }),
  query: ticketQuery,
  success: { status: 200, body: 'binary', headers: { 'content-disposition': 'Name of the file' } },
  errors: ['ERR_1003', 'ERR_0404'],
})
