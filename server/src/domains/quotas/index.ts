import type { Domain } from '../../platform/domain.ts'
import { measureStoredBytes } from './measure-stored-bytes.ts'

export { claimQuota, findReachedLimit, hasQuotaForPictures } from './claim-quota.ts'
export { findLimits, isActiveAt, isNear, type Limits, lockLimits, unlimited } from './limits.ts'
export { freePlans, onPremisePlans, operablePlans, type PlanDefinition, planNamed } from './plans.ts'
export { hasActivePlan, subscribe } from './subscribe.ts'
export {
  bytesOfMedium,
  countsAsStored,
  resultAssets,
  type StoredFiles,
  storageStatistics,
  storedMedia,
  storedResults,
} from './usage.ts'
export { projectsByUser } from './usage-by-user.ts'
export { usageOf } from './usage-of-limits.ts'

/** Plans, limits and their usage. */
export const quotasDomain: Domain = { cleanUp: measureStoredBytes }
