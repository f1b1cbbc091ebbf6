import { type LimitUsage, type RestrictionKey, restrictionKeys } from '@lamella/shared/contract'
import type { Executor } from '../../platform/db/database.ts'
import { countActiveUsers, countJobs, countProjects, storedBytes, storedMedia } from './usage.ts'

/** Usage of each limit, by the same counts that `claimQuota` checks. Storage in bytes. */
export const usageOf = async (db: Executor, organisationId: string): Promise<LimitUsage[]> => {
  const media = await storedMedia(db, organisationId)
  const used: Record<RestrictionKey, number> = {
    userLimit: await countActiveUsers(db, organisationId),
    storageLimit: await storedBytes(db, organisationId),
    projectLimit: await countProjects(db, organisationId),
    mediumLimit: media.fileCount,
    // Annotations and trainings do not exist yet: they must be counted here as soon as they do.
    annotationLimit: 0,
    trainingLimit: 0,
    jobLimit: await countJobs(db, organisationId),
  }
  return restrictionKeys.map((key) => ({ key, used: used[key] }))
}
