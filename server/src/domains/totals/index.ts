import type { Domain } from '../../platform/domain.ts'
import { checkTotals } from './check-totals.ts'
import { createKeepTotals } from './keep-totals.ts'

export { keptProjects } from './kept.ts'
export {
  annotationsByProject,
  contentsOf,
  countsByProject,
  scopesOfProjects,
  storageByProject,
  storageByUser,
  storageOf,
  sumOfProjects,
} from './read-totals.ts'

/** Totals of projects and users, kept until something changes that they count (ADR 96). */
export const totalsDomain: Domain = {
  jobs: (context) => ({ 'keep-totals': createKeepTotals(context) }),
  cleanUp: checkTotals,
}
