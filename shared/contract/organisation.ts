import * as z from 'zod/mini'
import { actionQuery, data, description, id, name, page, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { filterText, placedPageQuery } from './placed-pages.ts'
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

/** Orders of a list of users, by its columns; with a minus before it descending. */
export const userSorts = ['name', '-name', 'role', '-role'] as const

/** Order and conditions of a list of users. */
export const listedUsers = {
  /** In the order in which they joined without it. */
  sort: z.optional(z.enum(userSorts)),
  /** Occurs in the name, the role, or the email address where the caller may see that. */
  'filter[text]': z.optional(filterText),
} as const

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/v1/users',
  summary: 'Users of the organisation',
  tag: 'users',
  query: z.extend(placedPageQuery, listedUsers),
  success: { status: 200, body: page(user) },
})

export const getUser = endpoint({
  method: 'GET',
  path: '/api/v1/users/:userId',
  summary: 'One user of the organisation',
  tag: 'users',
  params: z.object({ userId: id }),
  success: { status: 200, body: data(user) },
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

const sector = description

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
  /** `was`: what the caller saw; without it, as by older builds, whatever is there is overwritten. */
  body: data(
    z.object({
      name: z.optional(name),
      sector: z.optional(sector),
      was: z.optional(z.object({ name: text, sector: text })),
    }),
  ),
  success: { status: 204, body: null },
  errors: ['ERR_5013'],
})

/** A plan (D2-3-15); values of its restrictions are texts, as some have several parts. */
export const subscriptionPlan = z.object({
  id,
  name: z.string(),
  displayName: z.string(),
  version: z.number(),
  /** `portal`, `prisma` (analyses) or `ai` (D2-3-23). Absent: an older server. */
  type: z.optional(z.string()),
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
  summary: 'Storage used by each project that the user can see, newest first; with a number, by the largest only',
  tag: 'statistics',
  query: z.object({
    /** So many projects, the largest first. Absent: all of them. */
    'filter[largest]': z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(250))),
  }),
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

/** Calendar day in UTC, e.g. 2026-11-23. */
const day = z.iso.date().check(z.regex(/^(?!0000)/))

/** What was counted against each limit on one day, at the last look of that day (ADR 95). */
export const usageDay = z.object({
  day,
  /** Limits in the unit of `used`; -1: unlimited, 0: in no active plan of that day. */
  uses: z.array(z.extend(limitUsage, { limit: z.number() })),
})
export type UsageDay = z.infer<typeof usageDay>

/** Days of the longest question: twelve months. */
export const mostUsageDays = 366

export const organisationUsageDays = endpoint({
  method: 'GET',
  path: '/api/v1/statistics/usage/days',
  summary: 'What counted against each limit day by day, the oldest first; days that were not looked at are left out',
  tag: 'statistics',
  query: z.object({
    /** So many days, the last of them today. */
    'filter[days]': z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(mostUsageDays)), 30),
  }),
  success: {
    status: 200,
    body: data(
      z.object({
        today: day,
        /** The first day of all that was looked at; null: none yet. */
        recordedSince: z.nullable(day),
        days: z.array(usageDay),
      }),
    ),
  },
})
