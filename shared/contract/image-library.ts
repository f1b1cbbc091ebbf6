import * as z from 'zod/mini'
import { data, id } from './common.ts'
import { endpoint } from './endpoint.ts'
import { imageFilter, imageSorts } from './image-filter.ts'
import { imageScope } from './images.ts'

const params = z.object({ projectId: id })

/** Extent of a list: with it, any part of it can be asked for, and a scroll bar has its true length. */
export const imageOutline = z.object({
  /** Images that meet the filter. */
  total: z.number(),
  /** `page[after]` of each page of the list; null: the first. */
  starts: z.array(z.nullable(z.string())),
  /** Images of the project by scope, whatever the filter. */
  counts: z.record(imageScope, z.number()),
  /** Images in the trash. */
  trashed: z.number(),
})
export type ImageOutline = z.infer<typeof imageOutline>

export const getImageOutline = endpoint({
  method: 'GET',
  path: '/api/v2/projects/:projectId/images/outline',
  summary: 'Number of the images of a list, and where its pages begin',
  tag: 'images',
  params,
  query: z.object({
    ...imageFilter,
    'filter[scope]': z.optional(imageScope),
    sort: z.optional(z.enum(imageSorts)),
    'page[size]': z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(250)), 250),
  }),
  success: { status: 200, body: data(imageOutline) },
})

/** A group of images with its size. */
const group = z.object({ name: z.string(), count: z.number() })

export const listImageGroups = endpoint({
  method: 'GET',
  path: '/api/v2/projects/:projectId/images/groups',
  summary:
    'Tags, types, owners and folders of the images of a project; a folder is the beginning of names up to a separator',
  tag: 'images',
  params,
  success: {
    status: 200,
    body: data(
      z.object({
        tags: z.array(group),
        /** By `imageType`. */
        types: z.array(group),
        /** Beginnings that at least two names share, such as `plate1_`: at most 200, the largest. */
        folders: z.array(group),
        /** User ids. */
        owners: z.array(group),
      }),
    ),
  },
})
