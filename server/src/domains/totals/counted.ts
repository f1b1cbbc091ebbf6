import { createHash } from 'node:crypto'
import { type ImageScope, statusesOfScope } from '@lamella/shared/contract'
import { inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Executor } from '../../platform/db/database.ts'
import { analysisJobs, images, media, projects, users } from '../../platform/db/schema/index.ts'
import { bytesOfMedium, countsAsStored, resultAssets } from '../quotas/index.ts'

const bytes = (column: SQL) => sql`coalesce(sum(${column}), 0)::bigint`
const ofScope = (scope: ImageScope) =>
  sql`count(*) filter (where ${isNull(images.trashed)} and ${inArray(media.status, [...statusesOfScope[scope]])})`

/** What is counted of projects, by what is read for it: `numbers` from indexes alone, the others from the media of all images. */
const columnsOfParts = {
  numbers: 'images, jobs, trashed_jobs',
  scopes: 'available, processing, failed',
  files: 'media_count, media_bytes, result_count, result_bytes',
}
export type ProjectPart = keyof typeof columnsOfParts

/** All parts: what is kept. */
export const projectParts: readonly ProjectPart[] = ['numbers', 'scopes', 'files']

/** Columns of `countedProjects`, in the order in which it selects them. */
export const projectColumns = (parts: readonly ProjectPart[]): SQL =>
  sql.raw(parts.map((part) => columnsOfParts[part]).join(', '))

const lateralOf = (db: Executor, part: ProjectPart): SQL => {
  const ofImages = sql`from ${images} join ${media} on ${media.id} = ${images.mediumId} where ${images.projectId} = asked.id`
  if (part === 'scopes') {
    return sql`cross join lateral (
      select ${ofScope('available')} as available, ${ofScope('processing')} as processing, ${ofScope('failed')} as failed ${ofImages}
    ) of_scopes`
  }
  if (part === 'files') {
    const assets = resultAssets(db)
    return sql`cross join lateral (
      select count(*) as media_count, ${bytes(bytesOfMedium)} as media_bytes ${ofImages} and ${countsAsStored}
    ) of_media
    cross join lateral (
      select count(*) as result_count, ${bytes(sql`${assets.size}`)} as result_bytes from ${assets} where ${assets.projectId} = asked.id
    ) of_results`
  }
  return sql`cross join lateral (
      select count(*) as images from ${images} where ${images.projectId} = asked.id and ${isNull(images.trashed)}
    ) of_images
    cross join lateral (select count(*) as jobs from ${analysisJobs} where ${analysisJobs.projectId} = asked.id) of_jobs
    cross join lateral (
      select count(*) as trashed_jobs from ${images} join ${analysisJobs} on ${analysisJobs.imageId} = ${images.id}
      where ${images.projectId} = asked.id and ${images.trashed} is not null and ${analysisJobs.projectId} = asked.id
    ) of_trash`
}

/** Columns of `countedOwners`, in the order in which it selects them. */
export const ownerColumns = sql.raw('media_count, media_bytes, result_count, result_bytes')

/**
 * Query of totals of projects, counted: `project_id` and the columns of the parts. Row by row, as few of many have changed since they were kept.
 * @param asked - query of their ids as `id`
 */
export const countedProjects = (db: Executor, asked: SQL, parts: readonly ProjectPart[]): SQL =>
  sql`select asked.id as project_id, ${projectColumns(parts)} from (${asked}) asked ${sql.join(
    parts.map((part) => lateralOf(db, part)),
    sql` `,
  )}`

/** The same of users: `owner_id` and `ownerColumns`, of what is in their organisation. @param asked - query of their ids as `id` */
export const countedOwners = (db: Executor, asked: SQL): SQL => {
  const assets = resultAssets(db)
  return sql`select asked.id as owner_id, media_count, media_bytes, result_count, result_bytes
    from (${asked}) asked join ${users} on ${users.id} = asked.id
    cross join lateral (
      select count(*) as media_count, ${bytes(bytesOfMedium)} as media_bytes from ${media}
      where ${media.organisationId} = ${users.organisationId} and ${media.ownerId} = asked.id and ${countsAsStored}
    ) of_media
    cross join lateral (
      select count(*) as result_count, ${bytes(sql`${assets.size}`)} as result_bytes
      from ${assets} join ${projects} on ${projects.id} = ${assets.projectId}
      where ${assets.ownerId} = asked.id and ${projects.organisationId} = ${users.organisationId}
    ) of_results`
}

let known: string | undefined

/**
 * What this server counts, as a hash of its statements. What was kept by a server that counts otherwise, as one of another release may, does not
 * hold for this one.
 */
export const definition = (db: Executor): string => {
  known ??= hashOf(db)
  return known
}

const hashOf = (db: Executor): string => {
  const { sql: text, params } = new PgDialect({ casing: 'snake_case' }).sqlToQuery(
    sql`${countedProjects(db, sql`asked`, projectParts)}; ${countedOwners(db, sql`asked`)}`,
  )
  return createHash('sha256')
    .update(JSON.stringify([text, params]))
    .digest('hex')
    .slice(0, 16)
}
