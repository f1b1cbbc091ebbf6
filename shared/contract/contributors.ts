import * as z from 'zod/mini'
import { data, id, page, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { contributorRole } from './roles.ts'

/** A contributor of a project; the owner is none. */
export const contributor = z.object({
  userId: id,
  /** Of a guest always `viewer` (contradiction 32). */
  role: contributorRole,
  /** Null: added before this was recorded. */
  added: z.nullable(timestamp),
})
export type Contributor = z.infer<typeof contributor>

const params = z.object({ projectId: id })
const personParams = z.object({ projectId: id, userId: id })
const path = '/api/v1/projects/:projectId/contributors'

export const listContributors = endpoint({
  method: 'GET',
  path,
  summary: 'Contributors of a project, the longest standing first',
  tag: 'sharing',
  params,
  success: { status: 200, body: page(contributor) },
})

export const addContributor = endpoint({
  method: 'POST',
  path,
  summary: 'Share a project with a user of the organisation, who is told by mail',
  tag: 'sharing',
  params,
  body: data(z.object({ user: id, role: contributorRole })),
  success: { status: 204, body: null },
  errors: ['ERR_5011', 'ERR_5015', 'ERR_0429'],
})

export const changeContributor = endpoint({
  method: 'PUT',
  path: `${path}/:userId`,
  summary: 'Change the role of a contributor',
  tag: 'sharing',
  params: personParams,
  /** `was`: the role that the caller saw; another one by now is not overwritten (ERR_5013). */
  body: data(z.object({ role: contributorRole, was: contributorRole })),
  success: { status: 204, body: null },
  errors: ['ERR_5012', 'ERR_5013', 'ERR_5015'],
})

export const removeContributor = endpoint({
  method: 'DELETE',
  path: `${path}/:userId`,
  summary: 'Take a project from a contributor',
  tag: 'sharing',
  params: personParams,
  /** `was`: as for a change of the role. */
  query: z.object({ was: contributorRole }),
  success: { status: 204, body: null },
  errors: ['ERR_5012', 'ERR_5013'],
})

export const leaveProject = endpoint({
  method: 'POST',
  path: '/api/v1/projects/:projectId/leave',
  summary: 'Stop contributing to a project; the owner transfers it first',
  tag: 'sharing',
  params,
  success: { status: 204, body: null },
  errors: ['ERR_5012', 'ERR_5014'],
})

export const transferProject = endpoint({
  method: 'PUT',
  path: '/api/v1/projects/:projectId/owner',
  summary: 'Make a user of the organisation the owner; the owner before stays as editor',
  tag: 'sharing',
  params,
  /** `was`: the owner that the caller saw. */
  body: data(z.object({ user: id, was: id })),
  success: { status: 204, body: null },
  errors: ['ERR_5013', 'ERR_5015'],
})
