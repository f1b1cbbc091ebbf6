import * as z from 'zod/mini'
import { id, page, pageQuery, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
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

export const listMedia = endpoint({
  method: 'GET',
  path: '/api/v2/media',
  summary: "Images of all projects that the user can see, newest first; an organisation admin sees the organisation's",
  tag: 'media',
  query: z.extend(pageQuery, {
    'filter[scope]': z.optional(imageScope),
    /** Words that are all in the name of the image or of its project, in any case and order. */
    'filter[name]': z.optional(text.check(z.maxLength(128))),
  }),
  success: { status: 200, body: page(mediumItem) },
})
