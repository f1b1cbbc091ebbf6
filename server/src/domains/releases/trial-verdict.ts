import type { TrialLimits } from '@lamella/shared/contract'
import type { StoredTrial } from '../../platform/db/schema/index.ts'

/** Users who loaded a version in the time of the trial, and for how many of them it failed. */
export interface Seen {
  users: number
  failed: number
}

/** What is known of a trial when it is judged. */
export interface TrialState {
  trial: StoredTrial
  /** Per cent of the users. */
  share: number
  seen: Seen
  /** Of the stable version, in the same time. */
  stable: Seen
  /** Active users of the installation, and those who are named. */
  audience: { all: number; named: number }
  stableVersion: string
}

/** What is to be done, with the reason in a sentence. */
export type Verdict = { kind: 'end' | 'promote'; reason: string } | { kind: 'wait'; reason: string | null }

const hour = 3_600_000

/** Failures of so many different users end a trial; operators vouch for users whom they name. */
const leastFailed = ({ trial: { users, organisations }, share }: TrialState): number =>
  share === 0 && users.length + organisations.length > 0 ? 1 : 3

/** Users who have to be seen: in a small installation half of those who get the version. */
const neededUsers = ({ trial, share, audience }: TrialState): number => {
  const expected = audience.named + ((audience.all - audience.named) * share) / 100
  return Math.min(trial.limits.minimum, Math.max(1, Math.ceil(expected / 2)))
}

const rateOf = ({ users, failed }: Seen): number => (users === 0 ? 0 : (failed / users) * 100)
const perCent = (rate: number): string => `${rate.toFixed(1).replace(/\.0$/, '')} %`
const people = (count: number): string => `${count} ${count === 1 ? 'user' : 'users'}`
const inNumbers = (seen: Seen): string =>
  `failed for ${seen.failed} of ${people(seen.users)} (${perCent(rateOf(seen))})`

const isOver = (limits: TrialLimits, { seen, stable }: TrialState): boolean =>
  rateOf(seen) > limits.failures && rateOf(seen) > rateOf(stable)

/** When the version becomes active for all by the clock. Null: never. */
export const promotionOf = ({ started, promoteAfter }: StoredTrial): Date | null =>
  promoteAfter === null ? null : new Date(new Date(started).getTime() + promoteAfter * hour)

/**
 * What the limits and the clock of a trial say (ADR 61). A trial ends when the version fails for more users than the limit allows, and for
 * more than the stable version does: what both have in common, like a server that is down, is not the fault of the version.
 */
export const judge = (state: TrialState, now: Date): Verdict => {
  const { trial, seen, stable, stableVersion } = state
  const { limits, until } = trial
  const needed = neededUsers(state)
  const isEnough = seen.users >= needed
  if (isEnough && seen.failed >= leastFailed(state) && isOver(limits, state)) {
    const compared = stable.users > 0 ? `; ${stableVersion} ${inNumbers(stable)}` : ''
    return { kind: 'end', reason: `It ${inNumbers(seen)}, the limit is ${perCent(limits.failures)}${compared}.` }
  }
  if (until !== null && new Date(until) <= now) return { kind: 'end', reason: `The trial was planned until ${until}.` }
  const promotion = promotionOf(trial)
  if (promotion === null || promotion > now) return { kind: 'wait', reason: null }
  if (!isEnough) {
    return { kind: 'wait', reason: `It waits for more users: ${seen.users} of ${needed} have used it.` }
  }
  if (rateOf(seen) > limits.failures) {
    return { kind: 'wait', reason: `It ${inNumbers(seen)}, the limit is ${perCent(limits.failures)}.` }
  }
  return { kind: 'promote', reason: `As planned after ${trial.promoteAfter} hours: it ${inNumbers(seen)}.` }
}
