import * as z from 'zod/mini'
import { appId, semver } from './app-version.ts'
import { data, page, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { text } from './text.ts'

const release = z.object({
  app: appId,
  version: semver,
  integrity: z.string(),
  published: timestamp,
  traffic: z.number(),
  /** On trial, also with a traffic of 0: then only named users get it. Absent: it is not, or an older server. */
  trial: z.optional(z.boolean()),
  /** What is new, for the operator who activates it; absent: an older server. */
  notes: z.optional(z.nullable(z.string())),
  /** State of the app's active versions, to be sent as If-Match with a change; absent: an older server. */
  pointer: z.optional(z.string()),
  /** Other origin from which browsers load its files; absent: the portal's own. */
  origin: z.optional(z.string()),
})
/**
 * Where browsers load the files from, when not from the portal: `https://cdn.example`, which has them at the same path as the portal,
 * `/remotes/<app>/<version>/`.
 */
const origin = z.optional(text.check(z.maxLength(300)))
/** Why something is done, for the history. */
export const reason = z.optional(text.check(z.maxLength(500)))
/** True: also when the release does not fit what is active (ERR_6005); asks for a reason. */
export const force = z.optional(z.boolean())

/**
 * The `pointer` of the app on which the change was decided. It is refused with ERR_6006 when the active versions are no longer those, and with
 * ERR_6009 without it: optional here only, so that tools from before are told in words what to send.
 */
export const changeHeaders = z.object({ 'if-match': z.optional(text) })

/** Parameters of calls about an app. */
export const appParams = z.object({ app: appId })
/** Parameters of calls about a version of an app. */
export const releaseParams = z.object({ app: appId, version: semver })

export const listReleases = endpoint({
  method: 'GET',
  path: '/api/v1/releases',
  summary: 'All published releases; traffic above 0 marks the active ones',
  tag: 'releases',
  success: { status: 200, body: page(release) },
})

/** Files are sent one by one, then the release is completed; an incomplete one cannot be activated. */
export const putReleaseFile = endpoint({
  method: 'PUT',
  path: '/api/v1/releases/:app/:version/files/*',
  summary: 'Store one file of a release that is not complete yet',
  tag: 'releases',
  params: z.object({ app: appId, version: semver, '*': text.check(z.maxLength(512)) }),
  bodyType: 'application/octet-stream',
  success: { status: 204, body: null },
  errors: ['ERR_2005', 'ERR_6001', 'ERR_6007'],
})

export const completeRelease = endpoint({
  method: 'POST',
  path: '/api/v1/releases/:app/:version/complete',
  summary: 'Check the stored files against the list and publish the release',
  tag: 'releases',
  params: releaseParams,
  body: data(z.object({ files: z.record(text, text), notes: z.optional(text.check(z.maxLength(2000))), origin })),
  success: { status: 201, body: data(release) },
  errors: ['ERR_6001', 'ERR_6002', 'ERR_6004', 'ERR_6007'],
})

export const activateRelease = endpoint({
  method: 'POST',
  path: '/api/v1/releases/:app/:version/activate',
  summary: 'Point an app at a version; traffic below 100 keeps the present version for the rest',
  tag: 'releases',
  params: releaseParams,
  headers: changeHeaders,
  body: data(
    z.object({
      traffic: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(100)), 100),
      force,
      reason,
    }),
  ),
  success: { status: 204, body: null },
  errors: ['ERR_0409', 'ERR_6002', 'ERR_6004', 'ERR_6005', 'ERR_6006', 'ERR_6007', 'ERR_6009'],
})

export const rollbackRelease = endpoint({
  method: 'POST',
  path: '/api/v1/releases/:app/rollback',
  summary: 'Activate the previously active version, or one further back',
  tag: 'releases',
  params: appParams,
  headers: changeHeaders,
  // Older tools send none.
  body: z.nullish(
    data(
      z.object({
        /** The earlier version to go back to; by default that before the present one. `none`: the remote is not shown any more. */
        to: z.optional(z.union([semver, z.literal('none')])),
        /** Or how many versions to go back; the end of a trial counts as one. */
        steps: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(100))),
        force,
        reason,
      }),
    ),
  ),
  /** `version`: what is active for all then; after `none`, what was withdrawn. */
  success: { status: 200, body: data(z.object({ version: semver })) },
  errors: ['ERR_6003', 'ERR_6002', 'ERR_6005', 'ERR_6006', 'ERR_6007', 'ERR_6009', 'ERR_0409'],
})

export const releaseHistory = endpoint({
  method: 'GET',
  path: '/api/v1/releases/:app/history',
  summary: 'Append-only history of publishing, activating and rolling back, newest first',
  tag: 'releases',
  params: appParams,
  success: {
    status: 200,
    body: page(
      z.object({
        at: timestamp,
        /** An activation with less than all traffic is a trial, or a change of one. */
        action: z.enum(['publish', 'activate', 'rollback']),
        version: semver,
        traffic: z.nullable(z.number()),
        /** Name of the person or token; `operator`: holder of the operator token; `automatic`: the server by the limits or clock of a trial. */
        actor: z.string(),
        /** Done although the release did not fit what was active; absent: an older server. */
        forced: z.optional(z.boolean()),
        /** What did not fit then, as sentences; absent: it fitted, or an older server forced it. */
        misfits: z.optional(z.array(z.string())),
        reason: z.optional(z.nullable(z.string())),
        /** Of a trial: names of users, and of organisations, that get the version whatever its traffic is. Absent: none, or not for this token. */
        audience: z.optional(z.object({ users: z.array(z.string()), organisations: z.array(z.string()) })),
        /** Of a publication: the version was removed later. */
        removed: z.optional(z.object({ at: timestamp, actor: z.string(), reason: z.nullable(z.string()) })),
      }),
    ),
  },
})

/** One part of a check; `version`: of what it was compared with. */
const checkPart = z.object({ passed: z.number(), total: z.number(), version: z.optional(z.nullable(z.string())) })

export const checkRelease = endpoint({
  method: 'GET',
  path: '/api/v1/releases/:app/:version/check',
  summary: 'Read every file of a release and compare it with its hash, and the release with what is active',
  tag: 'releases',
  params: releaseParams,
  success: {
    status: 200,
    body: data(
      z.object({
        files: z.number(),
        /** Paths of stored files that are missing or changed, and sentences about files at its other origin. */
        damaged: z.array(z.string()),
        /** Why it cannot be activated beside what is active now, as sentences; absent: an older server. */
        misfits: z.optional(z.array(z.string())),
        /** With what of the active it was not compared, because that cannot be read, as sentences; absent: an older server. */
        warnings: z.optional(z.array(z.string())),
        /** False: the build does not say what it needs, so only its range of the contract and its routes were compared; absent: an older server. */
        compared: z.optional(z.boolean()),
        /** The same in parts; absent: an older server. Of a shell, `shell` counts the remotes that it fits. */
        parts: z.optional(
          z.object({ shell: checkPart, shared: checkPart, calls: checkPart, routes: checkPart, files: checkPart }),
        ),
      }),
    ),
  },
  errors: ['ERR_6002', 'ERR_6007'],
})
