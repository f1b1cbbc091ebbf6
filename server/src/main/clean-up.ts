import { cleanUpBundles } from '../domains/analysis/bundle-expiry.ts'
import { cleanUpAccounts } from '../domains/auth/clean-up.ts'
import { cleanUpUploads } from '../domains/uploads/clean-up.ts'
import type { AppContext } from '../platform/context.ts'
import type { JobHandlers } from '../platform/queue/job-types.ts'
import { cleanUpBlobs, cleanUpTemporary } from '../platform/storage/clean-up-storage.ts'

const steps = [cleanUpAccounts, cleanUpUploads, cleanUpBundles, cleanUpTemporary, cleanUpBlobs]

/** The hourly job. One part that fails does not keep the others from running. */
export const createCleanUp =
  (context: AppContext): JobHandlers['clean-up'] =>
  async (_payload, { signal }) => {
    const failures: unknown[] = []
    for (const step of steps) {
      signal.throwIfAborted()
      await step(context).catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be cleaned up')
  }
