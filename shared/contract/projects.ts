import * as z from 'zod/mini'
import { actionQuery, data, description, id, name, page, pageQuery, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { contributorRole } from './roles.ts'
import { text } from './text.ts'
import { timeZone } from './time-zone.ts'

/** A project (D2-3-01 to D2-3-03). */
export const project = z.object({
  id,
  name: z.string(),
  description: z.string(),
  /** User id of the owner. */
  owner: id,
  created: timestamp,
  /** Last act of its history: details, images, analyses, labels, channel settings or contributors. */
  modified: timestamp,
  imageCount: z.number(),
  /** By which all its images are shown; null: none. Absent: an older server. */
  appliedMultichannelSettingsId: z.optional(z.nullable(id)),
  /** Thumbnail of the newest available image; null while there is none. */
  thumbnailUrl: z.nullable(z.string()),
  contributors: z.array(z.object({ userId: id, role: contributorRole })),
  statistics: z.object({ imageCount: z.number(), annotationCount: z.number(), jobCount: z.number() }),
})
export type Project = z.infer<typeof project>

const params = z.object({ projectId: id })
const body = data(z.object({ name, description: z.optional(description) }))

/** Orders of a list of projects, by its columns; with a minus before it descending. */
export const projectSorts = [
  'name',
  '-name',
  'images',
  '-images',
  'owner',
  '-owner',
  'modified',
  '-modified',
  'created',
  '-created',
] as const
export type ProjectSort = (typeof projectSorts)[number]

const listed = {
  /** Newest first without it. */
  sort: z.optional(z.enum(projectSorts)),
  /** Occurs in the name, the description, the owner's name, the number of images, or when it was created or modified (yyyy-MM-dd HH:mm:ss). */
  'filter[text]': z.optional(text.check(z.maxLength(128))),
  /** Words that are all in the name, in any case and order. */
  'filter[name]': z.optional(text.check(z.maxLength(128))),
  /** In which those times are meant; UTC without it. */
  'filter[timeZone]': z.optional(timeZone),
  /** Only projects in which the user is owner, or contributor of this role. */
  'filter[role]': z.optional(contributorRole),
} as const

export const listProjects = endpoint({
  method: 'GET',
  path: '/api/v2/projects',
  summary: 'Projects in which the user is owner or contributor, newest first unless sorted',
  tag: 'projects',
  query: z.extend(pageQuery, {
    ...actionQuery.shape,
    ...listed,
    /** Opaque; taken from `links.next` of the page before or from the outline. */
    'page[after]': z.optional(text.check(z.maxLength(1024))),
  }),
  success: { status: 200, body: page(project) },
})

/** Extent of a list of projects: with it, any page can be asked for. */
export const projectOutline = z.object({
  /** Projects that meet the filter. */
  total: z.number(),
  /** `page[after]` of each page of the list; null: the first. */
  starts: z.array(z.nullable(z.string())),
  /** Projects in which the user is owner or contributor, whatever the filter. */
  all: z.number(),
  /** Images of the projects that the user owns. */
  ownImages: z.number(),
})
export type ProjectOutline = z.infer<typeof projectOutline>

export const getProjectOutline = endpoint({
  method: 'GET',
  path: '/api/v2/projects/outline',
  summary: 'Number of the projects of a list, and where its pages begin',
  tag: 'projects',
  query: z.object({
    ...listed,
    'page[size]': z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(250)), 250),
  }),
  success: { status: 200, body: data(projectOutline) },
})

export const getProject = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:projectId',
  summary: 'One project with its statistics',
  tag: 'projects',
  params,
  success: { status: 200, body: data(project) },
})

export const createProject = endpoint({
  method: 'POST',
  path: '/api/v1/projects',
  summary: 'Create a project; its id is the end of the Location header',
  tag: 'projects',
  body,
  success: { status: 201, body: null, headers: { location: 'Address of what was made' } },
  errors: ['ERR_5001'],
})

export const updateProject = endpoint({
  method: 'PUT',
  path: '/api/v1/projects/:projectId',
  summary: 'Change name and description',
  tag: 'projects',
  params,
  /** `was`: what the caller saw; without it, as by older builds, whatever is there is overwritten. */
  body: data(
    z.object({
      name,
      description: z.optional(description),
      was: z.optional(z.object({ name: text, description: text })),
    }),
  ),
  success: { status: 204, body: null },
  errors: ['ERR_5013'],
})

export const deleteProject = endpoint({
  method: 'DELETE',
  path: '/api/v1/projects/:projectId',
  summary: 'Delete a project with its images, jobs and annotations',
  tag: 'projects',
  params,
  success: { status: 204, body: null },
})
