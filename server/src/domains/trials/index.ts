import type { Domain } from '../../platform/domain.ts'
import { createFollowTrials } from './follow-trials.ts'

/** The end of trials: notices, then the deletion (D1-9-22, D1-9-23). */
export const trialsDomain: Domain = { jobs: (context) => ({ 'follow-trials': createFollowTrials(context) }) }
