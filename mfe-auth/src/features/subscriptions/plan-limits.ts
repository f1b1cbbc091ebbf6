import { type RestrictionKey, restrictionKeys, type Subscription } from '@lamella/shared/contract'
import { gigabyte } from '@lamella/shared/session'
import { formatFileSize, formatNumber, usageShare, usageState } from '@lamella/shared/ui'

/** Title of each limit, as that of its figure. */
export const limitTitles: Record<RestrictionKey, string> = {
  userLimit: 'Users',
  storageLimit: 'Storage',
  projectLimit: 'Projects',
  mediumLimit: 'Images',
  annotationLimit: 'Annotations',
  trainingLimit: 'Trainings',
  jobLimit: 'Analysis jobs',
}

/** A limit in the unit in which its use is counted: storage in bytes. Negative: unlimited; 0: in no active plan. */
export const limitOf = (key: RestrictionKey, limits: Record<RestrictionKey, number>): number =>
  key === 'storageLimit' && limits[key] > 0 ? limits[key] * gigabyte : limits[key]

/** How a use of a limit is written: storage as bytes. */
export const formatUse = (key: RestrictionKey, used: number): string =>
  key === 'storageLimit' ? formatFileSize(used) : formatNumber(used)

/** Use of a limit in words; never "100 %" before the limit is reached. Null: there is no limit. */
export const shareInWords = (used: number, limit: number): string | null => {
  const state = usageState(used, limit)
  if (state === 'unlimited') return null
  if (state === 'reached') return used > limit ? 'over the limit' : 'limit reached'
  const percent = Math.floor(usageShare(used, limit) * 100)
  return used > 0 && percent === 0 ? 'under 1 % used' : `${percent} % used`
}

/** Value of a limit as a number; NaN: none. Values with a window are `from;until;count` (D2-3-18, D2-3-20). */
export const countOf = (value: string): number => Number(value.split(';').at(-1) || Number.NaN)

/** A limit as people say it, e.g. "10 GB". */
export const amountInWords = (key: RestrictionKey, count: number): string => {
  if (count < 0) return 'unlimited'
  return key === 'storageLimit' ? `${formatNumber(count)} GB` : formatNumber(count)
}

/** What a plan includes, in the order of the figures; limits that this build does not know are left out. */
export const includedIn = ({ restrictions }: Subscription['subscriptionPlan']): { title: string; amount: string }[] =>
  restrictionKeys.flatMap((key) => {
    const restriction = restrictions.find((each) => each.key === key)
    const count = restriction ? countOf(restriction.value) : Number.NaN
    return Number.isNaN(count) ? [] : [{ title: limitTitles[key], amount: amountInWords(key, count) }]
  })
