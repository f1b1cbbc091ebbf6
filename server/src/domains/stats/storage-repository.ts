import type { StorageStatistics } from '@lamella/shared/contract'
import { and, desc, eq } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { images, media, projects } from '../../platform/db/schema/index.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { isVisibleTo } from '../projects/index.ts'
import {
  assetTotals,
  countsAsStored,
  mediaTotals,
  resultAssets,
  storageStatistics,
  totalsOrZero,
} from '../quotas/index.ts'

/** Storage of each project that the caller can see, newest project first. */
export const storageByProject = async (
  db: Executor,
  principal: Principal,
): Promise<(StorageStatistics & { projectId: string; projectName: string })[]> => {
  const itsMedia = db
    .select({ projectId: images.projectId, ...mediaTotals })
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))
    .where(and(eq(media.organisationId, principal.organisationId), countsAsStored))
    .groupBy(images.projectId)
    .as('its_media')
  const assets = resultAssets(db)
  const itsResults = db
    .select({ projectId: assets.projectId, ...assetTotals(assets) })
    .from(assets)
    .innerJoin(projects, eq(projects.id, assets.projectId))
    .where(eq(projects.organisationId, principal.organisationId))
    .groupBy(assets.projectId)
    .as('its_results')
  const rows = await db
    .select({
      projectId: projects.id,
      projectName: projects.name,
      media: totalsOrZero(itsMedia),
      results: totalsOrZero(itsResults),
    })
    .from(projects)
    .leftJoin(itsMedia, eq(itsMedia.projectId, projects.id))
    .leftJoin(itsResults, eq(itsResults.projectId, projects.id))
    .where(isVisibleTo(db, principal))
    .orderBy(desc(projects.id))
  return rows.map(({ media: files, results, ...project }) => ({ ...project, ...storageStatistics(files, results) }))
}
