import { formatNumber } from '@lamella/shared/ui'

/** Text such as "3 jobs". */
export const jobsText = (count: number): string => (count === 1 ? '1 job' : `${formatNumber(count)} jobs`)
