import * as z from 'zod/mini'
import { actionQuery, data, id, name, page, pageQuery, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { globalRole } from './roles.ts'
import { text } from './text.ts'

/** A user of the organisation, as everybody in it may see them. */
export const user = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  /** '' in answers to guests about other people. */
  email: z.string(),
  isAdmin: z.boolean(),
  isGuest: z.boolean(),
  /** Version of the picture, for `getAvatar`; absent: there is none. */
  avatar: z.optional(z.string()),
})
export type User = z.infer<typeof user>

/** The logged-in user (D1-3-11). */
export const currentUser = z.object({
  ...user.shape,
  organisationId: id,
  agreementPrivacy: z.boolean(),
  agreementTerms: z.boolean(),
  roles: z.array(globalRole),
  /**
   * The organisation requires two-step verification and the user has not set it up: other calls are refused
   * (`ERR_1023`).
   */
  secondFactorMissing: z.optional(z.boolean()),
  /** May see and change releases (ADR 61). */
  operator: z.optional(z.literal(true)),
})
export type CurrentUser = z.infer<typeof currentUser>

export const whoAmI = endpoint({
  method: 'GET',
  path: '/api/v1/users/me',
  summary: 'The current user',
  tag: 'users',
  query: actionQuery,
  success: { status: 200, body: data(currentUser) },
})

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/v1/users',
  summary: 'Users of the organisation',
  tag: 'users',
  query: pageQuery,
  success: { status: 200, body: page(user) },
})

/** Keys of the restrictions; -1 means unlimited (D1-9-26), storageLimit is in GB of 1024³ bytes (D3-9-13). */
export const restrictionKeys = [
  'userLimit',
  'storageLimit',
  'projectLimit',
  'mediumLimit',
  'annotationLimit',
  'trainingLimit',
  'jobLimit',
] as const
export type RestrictionKey = (typeof restrictionKeys)[number]

export const aboutOrganisation = endpoint({
  method: 'GET',
  path: '/api/v1/organisation/about',
  summary: 'The own organisation: portal access and restrictions',
  tag: 'organisation',
  success: {
    status: 200,
    body: data(
      z.object({
        id,
        name: z.string(),
        portalWebAccess: z.boolean(),
        canAccessAITrainer: z.boolean(),
        restrictions: z.array(z.object({ key: z.enum(restrictionKeys), value: z.number() })),
      }),
    ),
  },
})

export const organisationAdmin = endpoint({
  method: 'GET',
  path: '/api/v1/organisation/admin',
  summary: "The organisation's admin, its owner",
  tag: 'organisation',
  query: actionQuery,
  success: { status: 200, body: data(z.object({ id, email: z.string() })) },
})

const sector = text.check(z.trim(), z.maxLength(256))

export const getOrganisation = endpoint({
  method: 'GET',
  path: '/api/v1/organisation',
  summary: 'Name, sector and owner of the own organisation',
  tag: 'organisation',
  success: {
    status: 200,
    body: data(
      z.object({
        id,
        name: z.string(),
        /** '' when none was given. */
        sector: z.string(),
        created: timestamp,
        owner: z.object({ id, fullName: z.string(), email: z.string() }),
      }),
    ),
  },
})

export const updateOrganisation = endpoint({
  method: 'PATCH',
  path: '/api/v1/organisation',
  summary: 'Change name or sector; what is not given stays',
  tag: 'organisation',
  body: data(z.object({ name: z.optional(name), sector: z.optional(sector) })),
  success: { status: 204, body: null },
})

/** A plan (D2-3-15); values of its restrictions are texts, as some have several parts. */
export const subscriptionPlan = z.object({
  id,
  name: z.string(),
  displayName: z.string(),
  version: z.number(),
  netPrice: z.number(),
  /** ISO 8601 duration, e.g. P1M. */
  subscriptionPeriod: z.string(),
  restrictions: z.array(z.object({ key: z.string(), value: z.string() })),
})

/** A subscription of the organisation with its plan (D2-3-14). */
export const subscription = z.object({
  id,
  validFrom: timestamp,
  validUntil: timestamp,
  organization: id,
  automaticRenewal: z.boolean(),
  purchaser: id,
  subscriptionPlan,
})
export type Subscription = z.infer<typeof subscription>

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/api/v1/subscriptions',
  summary: 'Active subscriptions of the organisation with their plans',
  tag: 'organisation',
  success: { status: 200, body: page(subscription) },
})

const storageCount = z.object({
  type: z.enum(['ImageMedium', 'JobResultAsset']),
  fileCount: z.number(),
  /** Bytes. */
  size: z.number(),
  /** The same as `fileCount`, by the name that statistics of other things have (D3-3-48). Absent: an older server. */
  count: z.optional(z.number()),
})
/** Stored files by type and in total (D3-3-45, D3-3-46), in bytes. */
export const storageStatistics = z.object({
  objectTypes: z.array(storageCount),
  total: z.object({ fileCount: z.number(), size: z.number() }),
})
export type StorageStatistics = z.infer<typeof storageStatistics>

export const organisationStorage = endpoint({
  method: 'GET',
  path: '/api/v1/statistics/storage',
  summary: 'Storage used by the organisation',
  tag: 'statistics',
  success: { status: 200, body: data(storageStatistics) },
})

/** Results of analyses count for the user who started them. */
export const allUsersStorage = endpoint({
  method: 'GET',
  path: '/api/v1/statistics/storage/users',
  summary: 'Storage used by each user of the organisation',
  tag: 'statistics',
  success: { status: 200, body: page(z.extend(storageStatistics, { userId: id })) },
})

export const userStorage = endpoint({
  method: 'GET',
  path: '/api/v1/statistics/storage/users/:userId',
  summary: 'Storage used by one user of the organisation',
  tag: 'statistics',
  params: z.object({ userId: id }),
  success: { status: 200, body: data(z.extend(storageStatistics, { userId: id })) },
})

export const projectsStorage = endpoint({
  method: 'GET',
  path: '/api/v1/statistics/storage/projects',
  summary: 'Storage used by each project that the user can see',
  tag: 'statistics',
  success: { status: 200, body: page(z.extend(storageStatistics, { projectId: id, projectName: z.string() })) },
})

export const userProjectCounts = endpoint({
  method: 'GET',
  path: '/api/v1/statistics/projects',
  summary: 'Number of projects owned by each user of the organisation',
  tag: 'statistics',
  success: { status: 200, body: page(z.object({ userId: id, count: z.number() })) },
})

/** Use of one limit; storageLimit in bytes, all others as a count. */
export const limitUsage = z.object({ key: z.enum(restrictionKeys), used: z.number() })
export type LimitUsage = z.infer<typeof limitUsage>

export const organisationUsage = endpoint({
  method: 'GET',
  path: '/api/v1/statistics/usage',
  summary: 'What counts against each limit of the organisation',
  tag: 'statistics',
  success: { status: 200, body: data(z.array(limitUsage)) },
})
