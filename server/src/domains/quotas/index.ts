import type { Domain } from '../../platform/domain.ts'
import { measureStoredBytes } from './measure-stored-bytes.ts'

export { claimQuota, findReachedLimit, hasQuotaForPictures } from './claim-quota.ts'
export { findLimits, isActiveAt, lockLimits } from './limits.ts'
export { freePlans, onPremisePlans, type PlanDefinition } from './plans.ts'
export { assetTotals, mediaTotals, totalsOrZero } from './storage-totals.ts'
export { hasActivePlan, subscribe } from './subscribe.ts'
export { countsAsStored, resultAssets, storageStatistics, storedMedia, storedResults } from './usage.ts'
export { projectsByUser, storageByUser } from './usage-by-user.ts'
export { usageOf } from './usage-of-limits.ts'

/** Plans, limits and their usage. */
export const quotasDomain: Domain = { cleanUp: measureStoredBytes }
