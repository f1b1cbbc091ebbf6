import * as z from 'zod/mini'
import { data, id, page, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { mediaSorts, sortedPageQuery } from './image-filter.ts'
import { imageScope, imageStatus } from './images.ts'
import { projectRoles } from './roles.ts'
import { text } from './text.ts'

/** A stored file as the lists of Data Storage show it, over all projects. */
export const mediumItem = z.object({
  /** The medium. */
  id,
  /** The image by which it appears in its project. */
  imageId: id,
  name: z.string(),
  /** Bytes of the original file. */
  size: z.number(),
  status: imageStatus,
  /** Why it failed, as sentences for the user. */
  statusErrors: z.array(z.string()),
  /** Of an image whose processing has failed: whether another try can succeed. Absent: an older server, or no such image. */
  canProcessAgain: z.optional(z.boolean()),
  /** User id. */
  owner: id,
  project: z.object({
    id,
    name: z.string(),
    /** What the caller may do in it. */
    role: z.enum(projectRoles),
  }),
  created: timestamp,
})
export type MediumItem = z.infer<typeof mediumItem>

const mediaFilter = {
  'filter[scope]': z.optional(imageScope),
  /** Words that are all in the name of the image or of its project, in any case and order. */
  'filter[name]': z.optional(text.check(z.maxLength(128))),
} as const

export const listMedia = endpoint({
  method: 'GET',
  path: '/api/v2/media',
  summary:
    "Images of all projects that the user can see, newest first unless sorted; an organisation admin sees the organisation's",
  tag: 'media',
  query: z.extend(sortedPageQuery, { ...mediaFilter, sort: z.optional(z.enum(mediaSorts)) }),
  success: { status: 200, body: page(mediumItem) },
})

/** A medium that waits to be processed. */
export const waitingMedium = z.object({
  /** The medium. */
  id,
  imageId: id,
  /** Jobs of all organisations that will probably begin before it. */
  before: z.number(),
  /** Seconds until it is probably done, by what others took; null: nobody knows. */
  seconds: z.nullable(z.object({ from: z.number(), to: z.number() })),
})
export type WaitingMedium = z.infer<typeof waitingMedium>

export const listWaitingMedia = endpoint({
  method: 'GET',
  path: '/api/v2/media/waiting',
  summary:
    'Where the images that the user can see wait to be processed; those that have begun or wait far behind are left out',
  tag: 'media',
  success: { status: 200, body: data(z.array(waitingMedium)) },
})

/** Extent of the list of media: with it, any page can be asked for. */
export const mediaOutline = z.object({
  /** Images that meet the filter. */
  total: z.number(),
  /** `page[after]` of each page of the list; null: the first. */
  starts: z.array(z.nullable(z.string())),
  /** All images by scope, whatever the filter. */
  counts: z.record(imageScope, z.number()),
})
export type MediaOutline = z.infer<typeof mediaOutline>

export const getMediaOutline = endpoint({
  method: 'GET',
  path: '/api/v2/media/outline',
  summary: 'Number of the images that the list of media has, and where its pages begin',
  tag: 'media',
  query: z.object({
    ...mediaFilter,
    sort: z.optional(z.enum(mediaSorts)),
    'page[size]': z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(250)), 250),
  }),
  success: { status: 200, body: data(mediaOutline) },
})
