import type {
  BundleFormat,
  GivenPixelSize,
  JobResult,
  JobStatus,
  LeftOutBy,
  Suitability,
} from '@lamella/shared/contract'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { created, id, moment, needs, partOf } from './columns.ts'
import { images, media } from './images.ts'
import { projects } from './projects.ts'

/** One application run on one image. */
export const analysisJobs = pgTable(
  'analysis_jobs',
  {
    id: id(),
    projectId: partOf('project_id', () => projects.id),
    imageId: partOf('image_id', () => images.id),
    ownerId: needs('owner_id', () => users.id),
    appName: text('app_name').notNull(),
    appVersion: text('app_version').notNull(),
    params: jsonb('params').$type<Record<string, unknown>>().notNull(),
    /** Of the image when the job was submitted: a run after an interruption must not go on with another. Null: that of the file. */
    givenPixelSize: jsonb('given_pixel_size').$type<GivenPixelSize>(),
    status: text('status').$type<JobStatus>().notNull().default('pending'),
    /** 0 to 1. */
    progress: real('progress').notNull().default(0),
    statusErrors: jsonb('status_errors').$type<string[]>().notNull().default([]),
    created: created(),
    started: moment('started'),
    finished: moment('finished'),
    /** Whether its owner was told that it has ended. Jobs of older servers count as told. */
    announced: boolean('announced').notNull().default(true),
    /** As its owner's client has named the submission, so that one that is sent again makes no second job. Null: it has not. */
    submission: uuid('submission'),
    /** The same for all jobs that were submitted together, as their client has named it. Null: alone, or by an older client. */
    run: uuid('run'),
  },
  (t) => [
    uniqueIndex('analysis_jobs_submission').on(t.ownerId, t.submission).where(sql`submission is not null`),
    index('analysis_jobs_run').on(t.projectId, t.run).where(sql`run is not null`),
    index('analysis_jobs_unannounced').on(t.projectId).where(sql`NOT announced`),
    index('analysis_jobs_project').on(t.projectId, t.id, t.ownerId, t.status),
    index('analysis_jobs_owner').on(t.ownerId, t.id, t.projectId),
    index('analysis_jobs_image').on(t.imageId),
    index('analysis_jobs_unfinished').on(t.projectId, t.id).where(sql`status in ('pending', 'running')`),
  ],
)

/** Exactly one per successful job. Its objects are in the blob `results/<id>/objects.lmo`, those of earlier servers in `objects.json`. */
export const jobResults = pgTable(
  'job_results',
  {
    id: id(),
    jobId: uuid('job_id')
      .notNull()
      .unique()
      .references(() => analysisJobs.id, { onDelete: 'cascade' }),
    figures: jsonb('figures').$type<JobResult['figures']>().notNull(),
    classes: jsonb('classes').$type<JobResult['classes']>().notNull(),
    columns: jsonb('columns').$type<JobResult['columns']>().notNull(),
    objectCount: integer('object_count').notNull(),
    provenance: jsonb('provenance').$type<Record<string, unknown>>().notNull(),
    /** Null: of an earlier server. */
    suitability: jsonb('suitability').$type<Suitability>(),
    /** Bytes of the stored objects; they count as JobResultAsset (D3-7-51). */
    size: bigint('size', { mode: 'number' }).notNull(),
    created: created(),
  },
  (t) => [index('job_results_size').on(t.jobId, t.size)],
)

/** What is measured of a medium for the suitability of its images: one row per kind of measurement, the newest version of it. */
export const mediumMeasurements = pgTable(
  'medium_measurements',
  {
    mediumId: partOf('medium_id', () => media.id),
    kind: text('kind').notNull(),
    /** `suitabilityVersion`: rows of another version are measured again. */
    version: integer('version').notNull(),
    /** Null until it is measured; as analysis/suitability/measurements.ts has it. */
    measurements: jsonb('measurements').$type<object>(),
    /** Why it cannot be measured, for the user; null otherwise. */
    error: text('error'),
    requested: moment('requested').notNull(),
  },
  (t) => [primaryKey({ columns: [t.mediumId, t.kind] })],
)

/** A result with other cuts, or without some objects; its objects are those of the original result. It never changes. */
export const correctedResults = pgTable(
  'corrected_results',
  {
    id: id(),
    resultId: partOf('result_id', () => jobResults.id),
    /** The corrected result that this one was made from; null: the original. */
    sourceId: uuid('source_id').references((): AnyPgColumn => correctedResults.id),
    ownerId: needs('owner_id', () => users.id),
    /** Full name of the owner at that time. */
    ownerName: text('owner_name').notNull(),
    cuts: jsonb('cuts').$type<number[]>().notNull(),
    leftOut: jsonb('left_out').$type<LeftOutBy[]>().notNull(),
    figures: jsonb('figures').$type<JobResult['figures']>().notNull(),
    classes: jsonb('classes').$type<JobResult['classes']>().notNull(),
    /** SHA-256 of owner, source, cuts and left-out objects, hex. */
    content: text('content').notNull(),
    /** Bytes of the stored values; they count as JobResultAsset (D3-7-51). */
    size: bigint('size', { mode: 'number' }).notNull(),
    created: created(),
  },
  (t) => [
    unique('corrected_results_content').on(t.resultId, t.content),
    index('corrected_results_owner').on(t.ownerId, t.resultId, t.size),
  ],
)

/** A downloadable file with the results of many jobs. */
export const resultBundles = pgTable(
  'result_bundles',
  {
    id: id(),
    projectId: partOf('project_id', () => projects.id),
    ownerId: needs('owner_id', () => users.id),
    appName: text('app_name').notNull(),
    appVersions: jsonb('app_versions').$type<string[]>().notNull(),
    /** Null: all successful jobs of the application and versions. */
    jobIds: jsonb('job_ids').$type<string[]>(),
    /** Original and corrected results; null: all of the jobs. */
    resultIds: jsonb('result_ids').$type<string[]>(),
    format: text('format').$type<BundleFormat>().notNull(),
    status: text('status', { enum: ['pending', 'successful', 'failed'] })
      .notNull()
      .default('pending'),
    statusErrors: jsonb('status_errors').$type<string[]>().notNull().default([]),
    /** Bytes of its file; null: not created, or not measured yet. */
    size: bigint('size', { mode: 'number' }),
    /** SHA-256 of everything that the file depends on, hex; null for bundles of earlier servers. */
    content: text('content'),
    /** When the file is removed; null: it is not created yet, or was by an earlier server. */
    expires: moment('expires'),
    created: created(),
  },
  (t) => [
    index('result_bundles_project').on(t.projectId),
    index('result_bundles_owner').on(t.ownerId),
    index('result_bundles_content').on(t.content),
    index('result_bundles_expires').on(t.expires),
  ],
)
