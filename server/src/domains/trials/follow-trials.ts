import type { AppContext } from '../../platform/context.ts'
import type { JobHandlers } from '../../platform/queue/job-types.ts'
import { deleteOrganisation } from './delete-organisation.ts'
import { findTrialsEndingBefore } from './repository.ts'
import { takeNextStep } from './take-step.ts'

const announcedDays = 7

/** Handler of `follow-trials`. An error of one organisation does not stop the others. @throws AggregateError of all errors */
export const createFollowTrials =
  (context: AppContext): JobHandlers['follow-trials'] =>
  async (_payload, { signal }) => {
    const horizon = new Date(context.now().getTime() + announcedDays * 86_400_000 + 1)
    const failures: unknown[] = []
    for (const organisationId of await findTrialsEndingBefore(context.db, horizon)) {
      signal.throwIfAborted()
      await follow(context, organisationId, signal).catch((error: unknown) => failures.push(error))
    }
    signal.throwIfAborted()
    if (failures.length > 0) throw new AggregateError(failures, 'Not every trial could be followed')
  }

const follow = async (context: AppContext, organisationId: string, signal: AbortSignal): Promise<void> => {
  for (;;) {
    const next = await takeNextStep(context, organisationId)
    if (next === 'delete') await deleteOrganisation(context, organisationId, signal)
    if (next !== 'again') return
  }
}
