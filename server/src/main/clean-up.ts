import type { AppContext } from '../platform/context.ts'
import type { Domain } from '../platform/domain.ts'
import type { JobHandlers } from '../platform/queue/job-types.ts'

/** The hourly job: the part of each domain. One that fails does not keep the others from running. */
export const createCleanUp =
  (context: AppContext, domains: readonly Domain[]): JobHandlers['clean-up'] =>
  async (_payload, { signal }) => {
    const failures: unknown[] = []
    for (const { cleanUp } of domains) {
      signal.throwIfAborted()
      await cleanUp?.(context).catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be cleaned up')
  }
