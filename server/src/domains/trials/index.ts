import type { Domain } from '../../platform/domain.ts'
import { createFollowTrials } from './follow-trials.ts'

/** The end of a trial: notices, then the deletion. */
export const trialsDomain: Domain = { jobs: (context) => ({ 'follow-trials': createFollowTrials(context) }) }
