import * as z from 'zod/mini'
import { appId } from './app-version.ts'
import { data, page } from './common.ts'
import { endpoint } from './endpoint.ts'
import { text } from './text.ts'

/**
 * What pages tell of the versions that they run. No event says who, where or what: no user, no address, no text that somebody typed.
 *
 * Kinds: `session`, a version is used in a page, once per page and day; `load`, a page of a remote was loaded, `value` in milliseconds; `failure`, a version did not work, with its stage; `error`, an
 * error that nothing expected; `LCP`, `INP` (milliseconds) and `CLS` (no unit), the web vitals of a page view. What a server does not know it
 * skips, because pages may be newer.
 */
export const telemetryEvent = z.object({
  kind: text.check(z.maxLength(32)),
  app: appId,
  version: text.check(z.maxLength(64)),
  stage: z.optional(text.check(z.maxLength(32))),
  value: z.optional(z.number().check(z.minimum(0), z.maximum(3_600_000))),
})
export type TelemetryEvent = z.infer<typeof telemetryEvent>

/** Events of one call, at most. */
export const mostTelemetryEvents = 50

export const sendTelemetry = endpoint({
  method: 'POST',
  path: '/api/v1/telemetry',
  summary: 'Loads, failures and timings of the versions that a page runs',
  tag: 'telemetry',
  body: data(z.object({ events: z.array(telemetryEvent).check(z.maxLength(mostTelemetryEvents)) })),
  success: { status: 204, body: null },
  errors: ['ERR_0429'],
})

/** The value that three quarters of the page views do not exceed, interpolated in its bucket; null: there are none. */
const p75 = z.nullable(z.number())

const versionHealth = z.object({
  app: z.string(),
  version: z.string(),
  loads: z.number(),
  errors: z.number(),
  failures: z.array(z.object({ stage: z.string(), count: z.number() })),
  /** LCP, INP and loads in milliseconds. */
  p75: z.object({ load: p75, LCP: p75, INP: p75, CLS: p75 }),
})
export type VersionHealth = z.infer<typeof versionHealth>

export const listVersionHealth = endpoint({
  method: 'GET',
  path: '/api/v1/telemetry',
  summary: 'What pages told of each version in the last seven days',
  tag: 'telemetry',
  success: { status: 200, body: page(versionHealth) },
})
