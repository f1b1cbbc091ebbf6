/*
 * Extents of lists, apart from the lists themselves: only their own pages ask for them, and what is in the file of a call is loaded with it.
 */
import * as z from 'zod/mini'
import { jobStatus, listedJobs } from './analysis.ts'
import { data, id } from './common.ts'
import { endpoint } from './endpoint.ts'
import { listedTrash } from './image-actions.ts'
import { listedInvitations } from './invitations.ts'
import { listedMembers } from './members.ts'
import { listedUsers } from './organisation.ts'

/** `page[size]`: rows of the pages whose beginnings are asked for. */
const outlinedPages = z.object({
  'page[size]': z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(250)), 250),
})

/** Extent of a list: with it, any page can be asked for. */
const listOutline = z.object({
  /** Rows that meet the filter. */
  total: z.number(),
  /** `page[after]` of each page of the list; null: the first. */
  starts: z.array(z.nullable(z.string())),
  /** Rows whatever the filter. */
  all: z.number(),
})
export type ListOutline = z.infer<typeof listOutline>

export const getUserOutline = endpoint({
  method: 'GET',
  path: '/api/v1/users/outline',
  summary: 'Number of the users of a list, and where its pages begin',
  tag: 'users',
  query: z.extend(outlinedPages, listedUsers),
  success: { status: 200, body: data(listOutline) },
})

export const getMemberOutline = endpoint({
  method: 'GET',
  path: '/api/v1/organisation/members/outline',
  summary: 'Number of the members of a list, and where its pages begin',
  tag: 'organisation',
  query: z.extend(outlinedPages, listedMembers),
  /** `active`: members who count against the user limit, whatever the filter. */
  success: { status: 200, body: data(z.extend(listOutline, { active: z.number() })) },
})

export const getInvitationOutline = endpoint({
  method: 'GET',
  path: '/api/v1/invitations/outline',
  summary: 'Number of the invitations that were not accepted yet, and where the pages of their list begin',
  tag: 'invitations',
  query: z.extend(outlinedPages, listedInvitations),
  /** `pending`: those that reserve a seat, because they have not expired. */
  success: { status: 200, body: data(z.extend(listOutline, { pending: z.number() })) },
})

export const getTrashOutline = endpoint({
  method: 'GET',
  path: '/api/v2/projects/:projectId/trash/outline',
  summary: 'Number of the images in the trash of a project, and where the pages of their list begin',
  tag: 'images',
  params: z.object({ projectId: id }),
  query: z.extend(outlinedPages, listedTrash),
  success: { status: 200, body: data(listOutline) },
})

export const getJobOutline = endpoint({
  method: 'GET',
  path: '/api/v2/projects/:projectId/jobs/outline',
  summary: 'Number of the jobs of a list, and where its pages begin',
  tag: 'analysis',
  params: z.object({ projectId: id }),
  query: z.extend(outlinedPages, listedJobs),
  /** `byStatus`: jobs of the project, whatever the filter. */
  success: { status: 200, body: data(z.extend(listOutline, { byStatus: z.record(jobStatus, z.number()) })) },
})
