import type { StorageStatistics } from '@lamella/shared/contract'
import { and, asc, count, eq } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { media, projects, users } from '../../platform/db/schema/index.ts'
import { assetTotals, mediaTotals, totalsOrZero } from './storage-totals.ts'
import { countsAsStored, resultAssets, storageStatistics } from './usage.ts'

/** Every user of the organisation with the number of projects that they own (D1-3-21). */
export const projectsByUser = async (
  db: Executor,
  organisationId: string,
): Promise<{ userId: string; count: number }[]> =>
  db
    .select({ userId: users.id, count: count(projects.id) })
    .from(users)
    .leftJoin(projects, eq(projects.ownerId, users.id))
    .where(eq(users.organisationId, organisationId))
    .groupBy(users.id)
    .orderBy(users.id)

/** Storage of every user of the organisation, or of the one with `userId`: media that they uploaded, results of their jobs, and bundles that they ordered (D3-7-53). */
export const storageByUser = async (
  db: Executor,
  organisationId: string,
  userId?: string,
): Promise<(StorageStatistics & { userId: string })[]> => {
  const ownMedia = db
    .select({ userId: media.ownerId, ...mediaTotals })
    .from(media)
    .where(and(eq(media.organisationId, organisationId), countsAsStored))
    .groupBy(media.ownerId)
    .as('own_media')
  const assets = resultAssets(db)
  const ownResults = db
    .select({ userId: assets.ownerId, ...assetTotals(assets) })
    .from(assets)
    .innerJoin(projects, eq(projects.id, assets.projectId))
    .where(eq(projects.organisationId, organisationId))
    .groupBy(assets.ownerId)
    .as('own_results')
  const rows = await db
    .select({ userId: users.id, media: totalsOrZero(ownMedia), results: totalsOrZero(ownResults) })
    .from(users)
    .leftJoin(ownMedia, eq(ownMedia.userId, users.id))
    .leftJoin(ownResults, eq(ownResults.userId, users.id))
    .where(and(eq(users.organisationId, organisationId), userId === undefined ? undefined : eq(users.id, userId)))
    .orderBy(asc(users.id))
  return rows.map(({ userId: id, media: files, results }) => ({ userId: id, ...storageStatistics(files, results) }))
}
