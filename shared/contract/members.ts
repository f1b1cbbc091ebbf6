import * as z from 'zod/mini'
import { data, id, page, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { user, userSorts } from './organisation.ts'
import { filterText, placedPageQuery } from './placed-pages.ts'
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

/** Orders of a list of members, by its columns; with a minus before it descending. */
export const memberSorts = [
  ...userSorts,
  'projects',
  '-projects',
  'storage',
  '-storage',
  'last-active',
  '-last-active',
  'two-step',
  '-two-step',
] as const
export type MemberSort = (typeof memberSorts)[number]

/** Order and conditions of a list of members. */
export const listedMembers = {
  /** In the order in which they joined without it; those who never logged in are the last by `last-active` in both directions. */
  sort: z.optional(z.enum(memberSorts)),
  /** Occurs in the name, the email address, the role or the number of projects. */
  'filter[text]': z.optional(filterText),
} as const

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/v1/organisation/members',
  summary: 'Members of the organisation with what they use',
  tag: 'organisation',
  query: z.extend(placedPageQuery, listedMembers),
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
