import * as z from 'zod/mini'
import { data, description, id, name, page, pageQuery, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { contributorRole } from './roles.ts'

/** A project (D2-3-01 to D2-3-03). */
export const project = z.object({
  id,
  name: z.string(),
  description: z.string(),
  /** User id of the owner. */
  owner: id,
  created: timestamp,
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

export const listProjects = endpoint({
  method: 'GET',
  path: '/api/v2/projects',
  summary: 'Projects in which the user is owner or contributor, newest first',
  tag: 'projects',
  query: pageQuery,
  success: { status: 200, body: page(project) },
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
  body,
  success: { status: 204, body: null },
})

export const deleteProject = endpoint({
  method: 'DELETE',
  path: '/api/v1/projects/:projectId',
  summary: 'Delete a project with its images, jobs and annotations',
  tag: 'projects',
  params,
  success: { status: 204, body: null },
})
