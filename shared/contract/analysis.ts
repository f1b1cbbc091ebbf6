import * as z from 'zod/mini'
import { classification } from './classification.ts'
import { data, id, page, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { paramsSchema } from './params-schema.ts'
import { filterText, placedPageQuery } from './placed-pages.ts'
import { suitability, suitabilityRequirements } from './suitability.ts'
import { plainJson, text } from './text.ts'
import { timeZone } from './time-zone.ts'
import { fileType } from './uploads.ts'

/** Allowed number of something, both ends included; `max` null: without limit. */
const countRange = z.object({ min: z.number(), max: z.nullable(z.number()) })

/** Requirements of an application on an image. */
export const requirements = z.object({
  kinds: z.array(fileType),
  /** `rgb`: red, green and blue with 8 bits each; `gray`: channels of any depth. */
  photometric: z.enum(['rgb', 'gray', 'any']),
  channels: countRange,
  timePoints: countRange,
  /** The image must have a known pixel size. */
  pixelSize: z.boolean(),
  /** Shortest side of the image, pixels; absent: any. */
  minSide: z.optional(z.number()),
  /** What its pixels must show, measured before the job; absent: nothing is measured. */
  suitability: z.optional(suitabilityRequirements),
})
export type Requirements = z.infer<typeof requirements>

/** One version of an analysis application, as the card and the form show it (D3-3-29, D3-3-30). */
export const application = z.object({
  name: z.string(),
  version: z.string(),
  /** `retired`: for the names of its jobs only; not offered, and refused for new ones. */
  status: z.enum(['available', 'retired']),
  displayName: z.string(),
  description: z.string(),
  /** What it measures and what it needs, as sentences. */
  measures: z.string(),
  needs: z.string(),
  /** What it cannot do, and where its numbers are weak. Absent: an older version. */
  limits: z.optional(z.string()),
  supportsROI: z.boolean(),
  supportsTimeSeries: z.boolean(),
  supportsMultichannel: z.boolean(),
  requiresMultichannel: z.boolean(),
  requires: requirements,
  /** Parameters as JSON Schema: the form is made from it. */
  params: paramsSchema,
  /** How its objects are divided into classes; null: nothing of its results can be changed. Absent: an older server. */
  classification: z.optional(z.nullable(classification)),
})
export type Application = z.infer<typeof application>

export const listApplications = endpoint({
  method: 'GET',
  path: '/api/v1/applications',
  summary: 'Analysis applications, newest version of each first',
  tag: 'analysis',
  success: { status: 200, body: page(application) },
})

export const jobStatus = z.enum(['pending', 'running', 'successful', 'failed', 'cancelled'])
export type JobStatus = z.infer<typeof jobStatus>

/** One run of an application on one image (D3-3-33). Times are null until they are reached. */
export const job = z.object({
  id,
  type: z.literal('Job'),
  appName: z.string(),
  appVersion: z.string(),
  images: z.array(id).check(z.length(1)),
  imageName: z.string(),
  project: id,
  owner: id,
  status: jobStatus,
  /** 0 to 1. */
  progress: z.number(),
  statusErrors: z.array(z.string()),
  created: timestamp,
  started: z.nullable(timestamp),
  finished: z.nullable(timestamp),
  /** The result, once successful. */
  resultId: z.nullable(id),
  /** Jobs that were submitted together have the same. Null: alone, or by an older client. Absent: an older server. */
  run: z.optional(z.nullable(id)),
})
export type Job = z.infer<typeof job>

export const createJob = endpoint({
  method: 'POST',
  path: '/api/v1/jobs',
  summary: 'Submit one job for exactly one image',
  tag: 'analysis',
  body: data(
    z.object({
      type: z.literal('Job'),
      appName: text.check(z.minLength(1), z.maxLength(128)),
      appVersion: text.check(z.minLength(1), z.maxLength(32)),
      appMetadata: z.object({
        appData: z.object({
          /** Sent by all clients (D3-3-35), without effect: every result is drawn from its objects. */
          generateResultVisualization: z._default(z.boolean(), true),
          params: z._default(z.record(text, plainJson), {}),
        }),
      }),
      project: id,
      images: z.array(id).check(z.length(1)),
      /** Made by the client: sent again by the same user after a lost answer, it names the job that is there already. */
      submission: z.optional(id),
      /** Made by the client: the same for all jobs that are submitted together. */
      run: z.optional(id),
    }),
  ),
  success: { status: 201, body: data(z.object({ id })) },
  errors: ['ERR_0409', 'ERR_3002', 'ERR_4001', 'ERR_4002', 'ERR_4004', 'ERR_5006', 'ERR_5008'],
})

const params = z.object({ jobId: id })

/** Orders of the jobs of a project, by the columns of their list; with a minus before it descending. */
export const jobSorts = ['image', '-image', 'application', '-application', 'created', '-created'] as const
export type JobSort = (typeof jobSorts)[number]

/** Order and conditions of a list of jobs. */
export const listedJobs = {
  /** Newest first without it. */
  sort: z.optional(z.enum(jobSorts)),
  /** Occurs in the name of the image, in the application and its version, in the status, or in when it was submitted (yyyy-MM-dd HH:mm:ss). */
  'filter[text]': z.optional(filterText),
  /** In which that time is meant; UTC without it. */
  'filter[timeZone]': z.optional(timeZone),
  /** Name of an application, in any version. */
  'filter[application]': z.optional(text.check(z.maxLength(128))),
  'filter[run]': z.optional(id),
  'filter[status]': z.optional(jobStatus),
  'filter[image]': z.optional(id),
} as const

export const listJobs = endpoint({
  method: 'GET',
  path: '/api/v2/projects/:projectId/jobs',
  summary: 'Jobs of a project, newest first',
  tag: 'analysis',
  params: z.object({ projectId: id }),
  query: z.extend(z.extend(placedPageQuery, listedJobs), {
    /** Only those that wait or run. */
    'filter[unfinished]': z.optional(z.literal('true')),
  }),
  success: { status: 200, body: page(job) },
})

export const getJob = endpoint({
  method: 'GET',
  path: '/api/v1/jobs/:jobId',
  summary: 'One job',
  tag: 'analysis',
  params,
  success: { status: 200, body: data(job) },
})

export const deleteJob = endpoint({
  method: 'DELETE',
  path: '/api/v1/jobs/:jobId',
  summary: 'Cancel a job, or delete it with its result',
  tag: 'analysis',
  params,
  query: z.object({
    /** Only cancels: a job that has ended by now is refused, because who cancels does not mean to delete its result. */
    only: z.optional(z.literal('unfinished')),
  }),
  success: { status: 204, body: null },
  errors: ['ERR_4006'],
})

/** One number of a result: null where it is undefined ("–" on the screen, empty in a spreadsheet). */
export const measurement = z.object({
  key: z.string(),
  title: z.string(),
  value: z.nullable(z.number()),
  unit: z.string(),
  decimals: z.number(),
  /** What must be known to read the number, or why there is none, in a few words: "estimated from the image". */
  note: z.optional(z.string()),
})
export type Measurement = z.infer<typeof measurement>

/** A column of the table of objects; `decimals` is the number of decimals to show. */
export const resultColumn = z.object({
  key: z.string(),
  title: z.string(),
  unit: z.string(),
  decimals: z.number(),
})

/** One measured object; a value is null where it is undefined. */
export const resultObject = z.object({
  no: z.number(),
  /** Class of the object, e.g. "2+". */
  class: z.string(),
  /** Outline in pixels of the image: [x, y] pairs, closed. */
  polygon: z.array(z.tuple([z.number(), z.number()])),
  /** Values by column key. */
  values: z.record(z.string(), z.nullable(z.number())),
})
export type ResultObject = z.infer<typeof resultObject>

/** Result of a successful job, without its objects, which are requested by page or box. */
export const jobResult = z.object({
  id,
  job: id,
  image: id,
  /** Measurements of the whole image. The field keeps its old name for tabs that are already open (ADR 45). */
  figures: z.array(measurement),
  classes: z.array(z.object({ name: z.string(), color: z.string(), count: z.number() })),
  columns: z.array(resultColumn),
  objectCount: z.number(),
  /** Hash of the image, version, parameters, constants: all that is needed to reproduce the numbers. */
  provenance: z.record(z.string(), z.unknown()),
  /** Absent in results from before it was measured. */
  suitability: z.optional(suitability),
})
export type JobResult = z.infer<typeof jobResult>

export const getJobResult = endpoint({
  method: 'GET',
  path: '/api/v1/jobs/:jobId/result',
  summary: 'Measurements and provenance of a successful job',
  tag: 'analysis',
  params,
  success: { status: 200, body: data(jobResult) },
  errors: ['ERR_4003'],
})

const resultParams = z.object({ resultId: id })

export const getResultObjects = endpoint({
  method: 'GET',
  path: '/api/v1/jobResults/:resultId/objects',
  summary: 'All objects of a result, in order of their number: a stream that may be long; prefer the pages',
  tag: 'analysis',
  params: resultParams,
  success: { status: 200, body: data(z.array(resultObject)) },
})

const count = z.coerce.number().check(z.int(), z.minimum(0))

export const pageResultObjects = endpoint({
  method: 'GET',
  path: '/api/v1/jobResults/:resultId/objects/page',
  summary: 'A page of the objects of a result, sorted and filtered',
  tag: 'analysis',
  params: resultParams,
  query: z.object({
    'page[offset]': z._default(count, 0),
    'page[size]': z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(250)), 50),
    /** `no`, `class` or a column's key; a minus before it sorts descending. Undefined values come last either way. */
    sort: z._default(text.check(z.maxLength(129)), 'no'),
    'filter[class]': z.optional(text.check(z.maxLength(128))),
    /** Number of an object whose page is wanted, instead of the one at the offset. */
    around: z.optional(count),
    /** Cuts of a correction, `0.25,0.4,0.6`: objects are sorted and filtered by the classes of these. Their `class` is the stored one. */
    cuts: z.optional(text.check(z.maxLength(500), z.regex(/^-?\d+(\.\d+)?(,-?\d+(\.\d+)?)*$/))),
  }),
  success: {
    status: 200,
    body: data(
      z.object({
        /** Objects that pass the filter. */
        total: z.number(),
        /** Index of the first one of this page among them, from 0. */
        offset: z.number(),
        objects: z.array(resultObject),
      }),
    ),
  },
})

/** Name of the column of class codes (indices of the result's classes) in `getResultColumn`. */
export const classColumn = 'class'

export const getResultColumn = endpoint({
  method: 'GET',
  path: '/api/v1/jobResults/:resultId/columns/:column',
  summary:
    'One column of all objects: little-endian float64, NaN where undefined, in the order of their numbers; `class` are ' +
    'indices of the classes of the result',
  tag: 'analysis',
  params: z.object({ resultId: id, column: text.check(z.minLength(1), z.maxLength(128)) }),
  success: { status: 200, body: 'binary' },
})

/** An object as it is drawn over the image. */
export const objectOutline = z.pick(resultObject, { no: true, class: true, polygon: true })
export type ObjectOutline = z.infer<typeof objectOutline>

/**
 * Default number of outlines in one answer. More of them could hardly be told apart on a screen, and would only cost
 * time.
 */
export const outlinesAtOnce = 2000

export const findResultObjects = endpoint({
  method: 'GET',
  path: '/api/v1/jobResults/:resultId/objects/box',
  summary: 'Outlines of the objects that reach into a box of the image, thinned where they are too many',
  tag: 'analysis',
  params: resultParams,
  query: z.object({
    /** Pixels of the image. */
    left: z.coerce.number(),
    top: z.coerce.number(),
    right: z.coerce.number(),
    bottom: z.coerce.number(),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(5000)), outlinesAtOnce),
  }),
  success: {
    status: 200,
    body: data(
      z.object({
        /** Objects that reach into the box, including those left out. */
        total: z.number(),
        /** Thinning, a power of two: about one in so many objects is here, the same ones for any box. 1: all are. */
        oneOf: z.number(),
        objects: z.array(objectOutline),
      }),
    ),
  },
})
