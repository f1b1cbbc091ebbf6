import { type TrialLimits, usualTrialLimits } from '@lamella/shared/contract'
import type { StoredTrial } from '../../platform/db/schema/index.ts'
import type { Operator } from '../../platform/http/identity.ts'

/** A trial for a share of all, which an activation with less than all traffic starts. */
export const plainTrial = (
  now: Date,
  { operator, reason }: { operator: Operator; reason?: string | undefined },
): StoredTrial => ({
  started: now.toISOString(),
  by: operator.name,
  reason: reason ?? null,
  users: [],
  organisations: [],
  limits: usualTrialLimits,
  promoteAfter: null,
  until: null,
})

/** Settings of a trial that stay where they are undefined; users and organisations by id. */
export type TrialChange = {
  [K in 'users' | 'organisations' | 'promoteAfter' | 'until']?: StoredTrial[K] | undefined
} & {
  limits?: { [K in keyof TrialLimits]?: TrialLimits[K] | undefined } | undefined
}

/** A trial with other settings. */
export const withSettings = (trial: StoredTrial, { limits, ...change }: TrialChange): StoredTrial => ({
  ...trial,
  users: change.users ?? trial.users,
  organisations: change.organisations ?? trial.organisations,
  promoteAfter: change.promoteAfter === undefined ? trial.promoteAfter : change.promoteAfter,
  until: change.until === undefined ? trial.until : change.until,
  limits: {
    failures: limits?.failures ?? trial.limits.failures,
    minimum: limits?.minimum ?? trial.limits.minimum,
  },
})
