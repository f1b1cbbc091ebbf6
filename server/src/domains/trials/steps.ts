/** What happens to an organisation whose trial ends, in this order; each is announced or recorded once. */
export const trialSteps = [
  'ends-in-7-days',
  'ends-in-1-day',
  'ended',
  'deletion-in-7-days',
  'deletion-in-1-day',
  'deletion',
] as const
export type TrialStep = (typeof trialSteps)[number]

export interface Trial {
  /** From then on there is no access. */
  end: Date
  /** A calendar month later: the data may be deleted. */
  deletion: Date
}

/** When which steps were taken. */
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

/** Steps that are pointless once the next one is due. */
const overtaken: readonly TrialStep[] = ['ends-in-7-days', 'ends-in-1-day', 'deletion-in-7-days']

/**
 * The step to take now; null: none. After a standstill of the server announcements that came too late are left out, but
 * nothing is deleted that was not announced a full day before.
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

/** When the data goes, if this is announced now: never earlier than a day from now. */
export const deletionDate = ({ deletion }: Trial, now: Date): Date =>
  new Date(Math.max(deletion.getTime(), now.getTime() + days(1)))
