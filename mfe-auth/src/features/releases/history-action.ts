import type { AppOverview } from '@lamella/shared/contract'
import type { HistoryLine } from './history-lines.ts'

/** What may be done with the version of a line of the history. */
export interface HistoryAction {
  kind: 'activate' | 'rollback' | 'withdraw'
  /** That is active afterwards; withdrawn: that was. */
  version: string
  label: string
  /** In full, for screen readers. */
  name: string
}

const activate = (version: string): HistoryAction => ({
  kind: 'activate',
  version,
  label: 'Activate',
  name: `Activate ${version}`,
})
const rollBack = (version: string): HistoryAction => ({
  kind: 'rollback',
  version,
  label: 'Roll back',
  name: `Roll back to ${version}`,
})

/**
 * The way from what is active to another version: back where it was active for all before, so that what was active in between is no fallback
 * any more. The first step back is offered at the active version. Null: nothing can be done.
 * @param line - the latest of a version that is published and not on trial
 */
export const historyAction = (
  { app, active, trial, previous, earlier = [] }: AppOverview,
  { entry: { version } }: HistoryLine,
): HistoryAction | null => {
  if (version !== active?.version) {
    if (!earlier.includes(version)) return activate(version)
    return version === previous ? null : rollBack(version)
  }
  // During a trial a step back is its end, which its own card offers.
  if (trial) return null
  if (previous !== null) return rollBack(previous)
  return app === 'shell' ? null : { kind: 'withdraw', version, label: 'Withdraw', name: `Withdraw ${version}` }
}
