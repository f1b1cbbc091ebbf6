import type { StorageStatistics } from '@lamella/shared/contract'
import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { images, media, projects, users } from '../../platform/db/schema/index.ts'
import type { Principal } from '../../platform/http/access.ts'
import { countsAsStored } from '../media/repository.ts'
import { isVisibleTo } from '../projects/role-repository.ts'
import { bytesOfMedium, resultAssets, sumOf } from './repository.ts'
import { storageStatistics } from './storage-statistics.ts'

// Each alias once: a column of a joined sum is named without its table.
const mediaFiles = { fileCount: count().as('media_count'), size: sumOf(bytesOfMedium).as('media_size') }
const filesOf = (assets: ReturnType<typeof resultAssets>) => ({
  fileCount: count().as('result_count'),
  size: sumOf(assets.size).as('result_size'),
})

/** Numbers of a left-joined sum: none are 0. */
const numbersOf = (sums: Record<'fileCount' | 'size', SQL.Aliased<number>>) => ({
  fileCount: sql`coalesce(${sums.fileCount}, 0)`.mapWith(Number),
  size: sql`coalesce(${sums.size}, 0)`.mapWith(Number),
})

/** Every user of the organisation; a medium is its uploader's, a result that of whoever started the job, a bundle that of whoever ordered it. */
export const storageByUser = async (
  db: Executor,
  organisationId: string,
): Promise<(StorageStatistics & { userId: string })[]> => {
  const ownMedia = db
    .select({ userId: media.ownerId, ...mediaFiles })
    .from(media)
    .where(and(eq(media.organisationId, organisationId), countsAsStored))
    .groupBy(media.ownerId)
    .as('own_media')
  const assets = resultAssets(db)
  const ownResults = db
    .select({ userId: assets.ownerId, ...filesOf(assets) })
    .from(assets)
    .innerJoin(projects, eq(projects.id, assets.projectId))
    .where(eq(projects.organisationId, organisationId))
    .groupBy(assets.ownerId)
    .as('own_results')
  const rows = await db
    .select({ userId: users.id, media: numbersOf(ownMedia), results: numbersOf(ownResults) })
    .from(users)
    .leftJoin(ownMedia, eq(ownMedia.userId, users.id))
    .leftJoin(ownResults, eq(ownResults.userId, users.id))
    .where(eq(users.organisationId, organisationId))
    .orderBy(asc(users.id))
  return rows.map(({ userId, media: files, results }) => ({ userId, ...storageStatistics(files, results) }))
}

/** The projects that the caller can see, newest first. */
export const storageByProject = async (
  db: Executor,
  principal: Principal,
): Promise<(StorageStatistics & { projectId: string; projectName: string })[]> => {
  const itsMedia = db
    .select({ projectId: images.projectId, ...mediaFiles })
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))
    .where(and(eq(media.organisationId, principal.organisationId), countsAsStored))
    .groupBy(images.projectId)
    .as('its_media')
  const assets = resultAssets(db)
  const itsResults = db
    .select({ projectId: assets.projectId, ...filesOf(assets) })
    .from(assets)
    .innerJoin(projects, eq(projects.id, assets.projectId))
    .where(eq(projects.organisationId, principal.organisationId))
    .groupBy(assets.projectId)
    .as('its_results')
  const rows = await db
    .select({
      projectId: projects.id,
      projectName: projects.name,
      media: numbersOf(itsMedia),
      results: numbersOf(itsResults),
    })
    .from(projects)
    .leftJoin(itsMedia, eq(itsMedia.projectId, projects.id))
    .leftJoin(itsResults, eq(itsResults.projectId, projects.id))
    .where(isVisibleTo(db, principal))
    .orderBy(desc(projects.id))
  return rows.map(({ media: files, results, ...project }) => ({ ...project, ...storageStatistics(files, results) }))
}
