/** Steps at the end of a trial, in this order; each is taken once. The names are stored in the database. */
export const trialSteps = [
  'ends-in-7-days',
  'ends-in-1-day',
  'ended',
  'deletion-in-7-days',
  'deletion-in-1-day',
  'deletion',
] as const
export type TrialStep = (typeof trialSteps)[number]

/** Dates of a trial. */
export interface Trial {
  /** End of access (D1-9-22). */
  end: Date
  /** A calendar month later: earliest deletion of the data (D1-9-23). */
  deletion: Date
}

/** Step → moment at which it was taken. */
export type TakenSteps = ReadonlyMap<string, Date>

const days = (number: number): number => number * 86_400_000

const startOf = (step: TrialStep, { end, deletion }: Trial): number =>
  ({
    'ends-in-7-days': end.getTime() - days(7),
    'ends-in-1-day': end.getTime() - days(1),
    ended: end.getTime(),
    'deletion-in-7-days': deletion.getTime() - days(7),
    'deletion-in-1-day': deletion.getTime() - days(1),
    deletion: deletion.getTime(),
  })[step]

/** Notices that are left out once the next step is due. */
const overtaken: readonly TrialStep[] = ['ends-in-7-days', 'ends-in-1-day', 'deletion-in-7-days']

/**
 * The step to take now; null: none. After downtime of the server late notices are left out, but nothing is deleted without a notice a
 * full day before (ADR 22).
 */
export const nextStep = (trial: Trial, taken: TakenSteps, now: Date): TrialStep | null => {
  const started = trialSteps.filter((step) => startOf(step, trial) <= now.getTime())
  for (const [index, step] of started.entries()) {
    if (taken.has(step)) continue
    if (overtaken.includes(step) && index < started.length - 1) continue
    if (step !== 'deletion') return step
    const announced = taken.get('deletion-in-1-day')
    return announced && now.getTime() - announced.getTime() >= days(1) ? step : null
  }
  return null
}

/** Date of the deletion for a notice that is sent now: at least a day from now. */
export const deletionDate = ({ deletion }: Trial, now: Date): Date =>
  new Date(Math.max(deletion.getTime(), now.getTime() + days(1)))
