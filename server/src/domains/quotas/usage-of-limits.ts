import { type LimitUsage, type RestrictionKey, restrictionKeys } from '@lamella/shared/contract'
import type { Executor } from '../../platform/db/database.ts'
import { countActiveUsers, countJobs, countProjects, storedBytes, storedMedia } from './usage.ts'

/** What counts against each limit, by the counts that refuse at the limits. */
export const usageOf = async (db: Executor, organisationId: string): Promise<LimitUsage[]> => {
  const media = await storedMedia(db, organisationId)
  const used: Record<RestrictionKey, number> = {
    userLimit: await countActiveUsers(db, organisationId),
    storageLimit: await storedBytes(db, organisationId),
    projectLimit: await countProjects(db, organisationId),
    mediumLimit: media.fileCount,
    // Annotations and trainings cannot be made yet: whoever stores them counts them here.
    annotationLimit: 0,
    trainingLimit: 0,
    jobLimit: await countJobs(db, organisationId),
  }
  return restrictionKeys.map((key) => ({ key, used: used[key] }))
}
