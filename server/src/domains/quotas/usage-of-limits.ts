import { type LimitUsage, type RestrictionKey, restrictionKeys } from '@lamella/shared/contract'
import type { Executor } from '../../platform/db/database.ts'
import {
  countActiveUsers,
  countAnnotations,
  countJobs,
  countProjects,
  type StoredFiles,
  storedMedia,
  storedResults,
} from './usage.ts'

/** Files and jobs of an organisation. */
interface Contents {
  media: StoredFiles
  results: StoredFiles
  jobs: number
}

const countContents = async (db: Executor, organisationId: string): Promise<Contents> => ({
  media: await storedMedia(db, organisationId),
  results: await storedResults(db, organisationId),
  jobs: await countJobs(db, organisationId),
})

/**
 * Usage of each limit, by the same counts that `claimQuota` checks. Storage in bytes.
 * @param contentsOf - how files and jobs are found: counted unless given
 */
export const usageOf = async (
  db: Executor,
  organisationId: string,
  contentsOf: typeof countContents = countContents,
): Promise<LimitUsage[]> => {
  const { media, results, jobs } = await contentsOf(db, organisationId)
  const used: Record<RestrictionKey, number> = {
    userLimit: await countActiveUsers(db, organisationId),
    storageLimit: media.size + results.size,
    projectLimit: await countProjects(db, organisationId),
    mediumLimit: media.fileCount,
    annotationLimit: await countAnnotations(db, organisationId),
    // Trainings do not exist yet: they must be counted here as soon as they do.
    trainingLimit: 0,
    jobLimit: jobs,
  }
  return restrictionKeys.map((key) => ({ key, used: used[key] }))
}
