import type { AppContext } from '../platform/context.ts'
import type { Domain } from '../platform/domain.ts'
import type { JobHandlers } from '../platform/queue/job-types.ts'

/** Handler of `clean-up`: runs the part of each domain. An error of one does not stop the others. @throws AggregateError of all errors */
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
