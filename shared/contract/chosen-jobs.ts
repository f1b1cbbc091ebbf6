/* Calls about jobs that are chosen together. */
import * as z from 'zod/mini'
import { listedJobs, measurement } from './analysis.ts'
import { data, id, page, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { placedPageQuery } from './placed-pages.ts'
import { text } from './text.ts'

/** Most jobs that can be named in the filter of a call. */
export const comparedJobs = 100

/** Only successful jobs have results. */
const { 'filter[status]': _, ...conditions } = listedJobs

const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const listOfIds = new RegExp(`^${uuid}(,${uuid})*$`, 'i')

/** The measurements of a successful job as tables of many results show them. */
export const listedResult = z.object({
  id,
  job: id,
  image: id,
  imageName: z.string(),
  appName: z.string(),
  appVersion: z.string(),
  created: timestamp,
  /** With the defaults of those that were not given. */
  params: z.record(z.string(), z.unknown()),
  figures: z.array(measurement),
})
export type ListedResult = z.infer<typeof listedResult>

export const listJobResults = endpoint({
  method: 'GET',
  path: '/api/v2/projects/:projectId/jobResults',
  summary: 'Results of the successful jobs of a project as their applications measured them, newest job first',
  tag: 'analysis',
  params: z.object({ projectId: id }),
  query: z.extend(z.extend(placedPageQuery, conditions), {
    /** Ids of jobs, at most 100, parted by commas. */
    'filter[jobs]': z.optional(text.check(z.maxLength(comparedJobs * 37), z.regex(listOfIds))),
  }),
  success: { status: 200, body: page(listedResult) },
})

/** Jobs that were submitted together. */
export const jobRun = z.object({
  id,
  appName: z.string(),
  appVersion: z.string(),
  /** When the first of them was submitted. */
  created: timestamp,
  /** Jobs of it that are listed. */
  count: z.number(),
})
export type JobRun = z.infer<typeof jobRun>

/** Runs that are offered for a choice. */
export const listedRuns = 50

export const listJobGroups = endpoint({
  method: 'GET',
  path: '/api/v2/projects/:projectId/jobs/groups',
  summary: 'Applications of the jobs of a project, and its newest runs',
  tag: 'analysis',
  params: z.object({ projectId: id }),
  success: {
    status: 200,
    body: data(
      z.object({
        /** Name of the application, and how many jobs it has. */
        applications: z.array(z.object({ name: z.string(), count: z.number() })),
        /** At most 50, newest first. */
        runs: z.array(jobRun),
      }),
    ),
  },
})

export const repeatJob = endpoint({
  method: 'POST',
  path: '/api/v1/jobs/:jobId/repeat',
  summary: 'Submit a job with the image and parameters of another one, by the newest version of its application',
  tag: 'analysis',
  params: z.object({ jobId: id }),
  body: data(
    z.object({
      /** Made by the client: sent again by the same user after a lost answer, it names the job that is there already. */
      submission: z.optional(id),
      /** Made by the client: the same for all jobs that are repeated together. */
      run: z.optional(id),
    }),
  ),
  success: { status: 201, body: data(z.object({ id })) },
  errors: ['ERR_0409', 'ERR_3002', 'ERR_4001', 'ERR_4002', 'ERR_4004', 'ERR_5006', 'ERR_5008'],
})
