import * as z from 'zod/mini'
import { data, id, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { text } from './text.ts'

/** `csv`: a zip file with two of them, the results and their objects. */
export const bundleFormat = z.enum(['xlsx', 'csv'])
export type BundleFormat = z.infer<typeof bundleFormat>

/** Results of several jobs as one file (D3-3-43, D3-3-44). */
export const jobResultBundle = z.object({
  id,
  project: id,
  appName: z.string(),
  format: bundleFormat,
  status: z.enum(['pending', 'successful', 'failed']),
  statusErrors: z.array(z.string()),
  /** Null until the bundle is ready; a browser opens it with a ticket as its `access_token` parameter (D1-7-26). */
  downloadUrl: z.nullable(z.string()),
  /** Time at which the file is removed; null while there is none. */
  expires: z.nullable(timestamp),
})
export type JobResultBundle = z.infer<typeof jobResultBundle>

export const createBundle = endpoint({
  method: 'POST',
  path: '/api/v1/jobResultBundles',
  summary:
    "Make one file of the results of a project's jobs, or take an identical one that still is there; its id is the end " +
    'of the Location header',
  tag: 'analysis',
  body: data(
    z.object({
      project: id,
      appName: text,
      appVersions: z.array(text).check(z.minLength(1), z.maxLength(100)),
      bundleAction: bundleFormat,
      /** Only these jobs; absent: all successful ones. */
      jobs: z.optional(z.array(id).check(z.minLength(1), z.maxLength(10_000))),
      /** Only these results, original or corrected; absent: every result of the jobs, each of which says what it is. */
      results: z.optional(z.array(id).check(z.minLength(1), z.maxLength(1_000))),
    }),
  ),
  success: { status: 201, body: null, headers: { location: 'Address of what was made' } },
  errors: ['ERR_4003', 'ERR_4002', 'ERR_0429'],
})

const bundleParams = z.object({ bundleId: id })

export const getBundle = endpoint({
  method: 'GET',
  path: '/api/v1/jobResultBundles/:bundleId',
  summary: 'State and address of a result bundle',
  tag: 'analysis',
  params: bundleParams,
  success: { status: 200, body: data(jobResultBundle) },
})

export const downloadBundle = endpoint({
  method: 'GET',
  path: '/api/v1/jobResultBundles/:bundleId/download',
  summary: 'The file; a ticket may be given as the query parameter access_token',
  tag: 'analysis',
  params: bundleParams,
  query: z.object({ access_token: z.optional(text) }),
  success: { status: 200, body: 'binary', headers: { 'content-disposition': 'Name of the file' } },
  errors: ['ERR_1003', 'ERR_4003', 'ERR_0410'],
})
