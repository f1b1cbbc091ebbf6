import * as z from 'zod/mini'
import { semver } from './app-version.ts'
import { data, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { appParams, force, reason, releaseParams } from './releases.ts'

export const removeRelease = endpoint({
  method: 'POST',
  path: '/api/v1/releases/:app/:version/remove',
  summary: 'Remove a version with its files; refused while anything or anybody needs it',
  tag: 'releases',
  params: releaseParams,
  body: data(
    z.object({
      /** Also when it was run lately; never an active version, one on trial or a fallback. */
      force,
      reason,
    }),
  ),
  success: { status: 204, body: null },
  errors: ['ERR_6002', 'ERR_6007', 'ERR_6008'],
})

const removable = z.object({
  version: semver,
  published: timestamp,
  /** Why it stays, as a sentence; null: nothing and nobody needs it. */
  why: z.nullable(z.string()),
  /** Removed neither by pruning nor by force: active, on trial or a fallback. */
  bound: z.boolean(),
})
export type RemovableRelease = z.infer<typeof removable>

export const removableReleases = endpoint({
  method: 'GET',
  path: '/api/v1/releases/:app/removable',
  summary: 'What removing and pruning would leave and why, newest version first',
  tag: 'releases',
  params: appParams,
  success: { status: 200, body: data(z.object({ versions: z.array(removable) })) },
  errors: ['ERR_6002', 'ERR_6007'],
})

export const pruneReleases = endpoint({
  method: 'POST',
  path: '/api/v1/releases/:app/prune',
  summary: 'Remove all but the newest versions of an app; what anything or anybody needs is kept',
  tag: 'releases',
  params: appParams,
  body: data(z.object({ keep: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(1000)), 5), reason })),
  success: {
    status: 200,
    body: data(
      z.object({
        removed: z.array(semver),
        /** Older than the newest ones, and why they stay. */
        kept: z.array(z.object({ version: semver, why: z.string() })),
      }),
    ),
  },
  errors: ['ERR_6002', 'ERR_6007'],
})
