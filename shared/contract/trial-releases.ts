import * as z from 'zod/mini'
import { appId, semver } from './app-version.ts'
import { data, id, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { changeHeaders, force, reason } from './releases.ts'
import { text } from './text.ts'

/**
 * When a trial is ended by the server. Counted are users to whom the server gave the version, each once, by reports of
 * their own session (ADR 61).
 */
export const trialLimits = z.object({
  /** Per cent of the users for whom the version failed; more than that, and more than with the stable version, ends it. */
  failures: z.number().check(z.minimum(0), z.maximum(100)),
  /** Users who have to be seen before anything is decided. */
  minimum: z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)),
})
export type TrialLimits = z.infer<typeof trialLimits>

/** Limits of a trial that names none. */
export const usualTrialLimits: TrialLimits = { failures: 2, minimum: 20 }

const share = z.number().check(z.int(), z.minimum(0), z.maximum(99))
const emails = z.array(text.check(z.trim(), z.minLength(3), z.maxLength(254))).check(z.maxLength(200))
const organisationNames = z.array(text.check(z.trim(), z.minLength(1), z.maxLength(128))).check(z.maxLength(50))
const hours = z.number().check(z.int(), z.minimum(1), z.maximum(24 * 90))

const settings = {
  /** Per cent of the users, the same for a user in each browser; 0: only those who are named. */
  share: z.optional(share),
  /** Email addresses of users who get the version whatever the share is. */
  users: z.optional(emails),
  /** Organisations all of whose users get it: by name or id. */
  organisations: z.optional(organisationNames),
  limits: z.optional(z.partial(trialLimits)),
  /** Hours since the start after which the version becomes active for all if the limits hold and enough users were seen. */
  promoteAfter: z.optional(z.nullable(hours)),
  /** When the trial ends in any case. */
  until: z.optional(z.nullable(timestamp)),
  reason,
}

export const startTrial = endpoint({
  method: 'PUT',
  path: '/api/v1/releases/:app/trial',
  summary: 'Put a version on trial; a trial of another version ends',
  tag: 'releases',
  params: z.object({ app: appId }),
  headers: changeHeaders,
  body: data(z.object({ version: semver, force, ...settings })),
  success: { status: 204, body: null },
  errors: ['ERR_0409', 'ERR_6002', 'ERR_6005', 'ERR_6006', 'ERR_6007', 'ERR_6009'],
})

export const changeTrial = endpoint({
  method: 'PATCH',
  path: '/api/v1/releases/:app/trial',
  summary: 'Change share, audience or limits of the running trial; what is absent stays',
  tag: 'releases',
  params: z.object({ app: appId }),
  headers: changeHeaders,
  body: data(z.object(settings)),
  success: { status: 204, body: null },
  errors: ['ERR_0409', 'ERR_6006', 'ERR_6007', 'ERR_6009'],
})

export const endTrial = endpoint({
  method: 'POST',
  path: '/api/v1/releases/:app/trial/end',
  summary: 'End the running trial: everybody gets the stable version again',
  tag: 'releases',
  params: z.object({ app: appId }),
  headers: changeHeaders,
  body: data(z.object({ reason })),
  success: { status: 204, body: null },
  errors: ['ERR_0409', 'ERR_6006', 'ERR_6007', 'ERR_6009'],
})

/** What was seen of a version in the time of a trial. */
const observed = z.object({
  /** Users who have loaded it. */
  users: z.number(),
  /** Those of them for whom it failed. */
  failed: z.number(),
})

/** A running trial. */
export const trialView = z.object({
  version: semver,
  /** Per cent of the users; 0: only those who are named. */
  share: z.number(),
  users: z.array(z.object({ id, email: z.string(), fullName: z.string() })),
  organisations: z.array(z.object({ id, name: z.string() })),
  since: timestamp,
  /** Who started it, and why. */
  by: z.string(),
  reason: z.nullable(z.string()),
  limits: trialLimits,
  until: z.nullable(timestamp),
  /** When it becomes active for all by the clock; `waitsFor` is a sentence once that time is over. Null: by hand only. */
  promotion: z.nullable(z.object({ at: timestamp, waitsFor: z.nullable(z.string()) })),
  observed: z.object({ trial: observed, stable: observed }),
})
export type TrialView = z.infer<typeof trialView>
