import * as z from 'zod/mini'
import { appId, semver } from './app-version.ts'
import { data } from './common.ts'
import { endpoint, notModified } from './endpoint.ts'

export const assignedVersions = endpoint({
  method: 'GET',
  path: '/api/v1/releases/assigned',
  summary: 'Versions of the apps on trial that the current user gets',
  tag: 'releases',
  success: {
    status: 200,
    body: data(
      z.object({
        versions: z.record(z.string(), z.string()),
        /**
         * Versions on trial for a user with the operator's right, who is asked before one runs with it; `versions` has the stable ones.
         * Absent: an older server.
         */
        offers: z.optional(z.record(z.string(), z.string())),
      }),
    ),
    headers: notModified.headers,
  },
  answers: { 304: notModified },
})

export const reportVersion = endpoint({
  method: 'POST',
  path: '/api/v1/releases/reports',
  summary: 'How versions of apps on trial work for the current user; counted once per user and version',
  tag: 'releases',
  body: data(
    z.object({
      reports: z
        .array(
          z.object({
            app: appId,
            version: semver,
            /** `failure`: it did not work; `load`: one of its pages was loaded. */
            outcome: z.enum(['load', 'failure']),
          }),
        )
        .check(z.maxLength(20)),
    }),
  ),
  success: { status: 204, body: null },
  errors: ['ERR_0429'],
})
