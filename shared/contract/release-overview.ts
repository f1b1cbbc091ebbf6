import * as z from 'zod/mini'
import { appId, semver } from './app-version.ts'
import { data, page, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { trialView } from './trial-releases.ts'

/** Null: nothing was told. */
const measured = z.nullable(z.number())

/** What pages told in some time. */
const measures = {
  /** Pages in which the version was used; one that stays open counts once a day. */
  sessions: z.number(),
  /** Per cent of the sessions, at most 100. */
  failures: measured,
  /** Three quarters of the page views took at most this long; milliseconds, CLS without a unit. */
  LCP: measured,
  INP: measured,
  CLS: measured,
}

/** Bytes of a build. */
export const buildSize = z.object({
  /** All files, without their compressed copies. */
  bytes: z.number(),
  /** What a browser transfers, compressed, before the first page is shown; null: the build does not tell. */
  firstLoad: z.nullable(z.number()),
})
export type BuildSize = z.infer<typeof buildSize>

const appOverview = z.object({
  app: appId,
  /** State of the active versions, to be sent as If-Match with a change. */
  pointer: z.string(),
  /** Null: nothing is active yet. */
  active: z.nullable(z.object({ version: semver, since: timestamp, by: z.string(), reason: z.nullable(z.string()) })),
  trial: z.nullable(trialView),
  /** The build that was published last. */
  newest: z.object({
    version: semver,
    published: timestamp,
    notes: z.nullable(z.string()),
    /** Why it does not fit what is active, as sentences; empty: it fits. */
    misfits: z.array(z.string()),
    /** The first of them in a few words, such as `Needs react ^20.0.0`; null: it fits. */
    missing: z.nullable(z.string()),
    /** With what of the active it was not compared, because that cannot be read, as sentences; absent: an older server. */
    warnings: z.optional(z.array(z.string())),
  }),
  /** The version to which a rollback leads now; null: there is none. */
  previous: z.nullable(semver),
  /** All versions to which a rollback can lead, newest first; absent: a server that does not tell. */
  earlier: z.optional(z.array(semver)),
  /** All versions together, in the last 24 hours. */
  last24h: z.object(measures),
})
export type AppOverview = z.infer<typeof appOverview>

export const releaseOverview = endpoint({
  method: 'GET',
  path: '/api/v1/releases/overview',
  summary: 'Each app with its active version, trial and newest build, and what pages told in the last 24 hours',
  tag: 'releases',
  success: { status: 200, body: page(appOverview) },
})

const versionSeries = z.object({
  version: semver,
  /** `previous`: the one to which a rollback leads. `other`: is run or was published last. */
  role: z.enum(['active', 'trial', 'previous', 'other']),
  published: timestamp,
  notes: z.nullable(z.string()),
  /** Other origin from which browsers load its files; absent: the portal's own, or an older server. */
  origin: z.optional(z.string()),
  size: buildSize,
  /** The whole time. */
  total: z.object(measures),
  /** One entry per hour, oldest first; the last one is the present hour, so far. */
  hours: z.array(z.object({ at: timestamp, ...measures })),
})
export type VersionSeries = z.infer<typeof versionSeries>

export const releaseSeries = endpoint({
  method: 'GET',
  path: '/api/v1/releases/:app/series',
  summary: 'Sizes, and what pages told per hour of the last 24, of the versions of an app that matter now',
  tag: 'releases',
  params: z.object({ app: appId }),
  success: { status: 200, body: data(z.object({ versions: z.array(versionSeries) })) },
  errors: ['ERR_6002'],
})
