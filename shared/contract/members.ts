import * as z from 'zod/mini'
import { data, id, page, pageQuery, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { user } from './organisation.ts'
import { globalRole } from './roles.ts'

/** A user as the organisation's admins see them. */
export const member = z.extend(user, {
  roles: z.array(globalRole),
  /** An inactive member cannot log in and does not count against the user limit. */
  active: z.boolean(),
  /** Number of projects that they own. */
  projectCount: z.number(),
  /** Bytes of their images and results. */
  storageUsed: z.number(),
  /** Null: never logged in. */
  lastActive: z.nullable(timestamp),
  /** Two-step verification is on. */
  secondFactor: z.optional(z.boolean()),
})
export type Member = z.infer<typeof member>

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/v1/organisation/members',
  summary: 'Members of the organisation with what they use',
  tag: 'organisation',
  query: pageQuery,
  success: { status: 200, body: page(member) },
})

export const updateMember = endpoint({
  method: 'PATCH',
  path: '/api/v1/organisation/members/:userId',
  summary: 'Change role or access; never of the owner or of oneself',
  tag: 'organisation',
  params: z.object({ userId: id }),
  /** ORG_ADMIN stands for USER and ORG_ADMIN. */
  body: data(z.object({ role: z.optional(globalRole), active: z.optional(z.boolean()) })),
  success: { status: 204, body: null },
  errors: ['ERR_1010', 'ERR_5002'],
})
