import { join } from 'node:path'
import { runChild } from '../runtime/run-child.ts'
import { type BundleOrder, bundleFile, bundleMessage } from './messages.ts'

const program = join(import.meta.dirname, 'child.ts')

/** Resident memory and processor time of one bundle. Rows are streamed: 200,000 of 10 columns took 160 MB (`npm run bench -- objects`). */
const limits = { memoryBytes: 400_000_000, cpuSeconds: 3600 }

export interface BundleSources {
  signal: AbortSignal
  /** Has the objects of a result as a file while the function given runs. */
  withObjects: (resultId: string, use: (file: string) => Promise<void>) => Promise<void>
}

/**
 * Makes a bundle in a limited process of its own, of the results in the folder's `results.ndjson`.
 * @returns path of the file
 * @throws the signal's reason, or Error when the process failed
 */
export const runBundleProcess = async (order: BundleOrder, { signal, withObjects }: BundleSources): Promise<string> => {
  const lent = new Map<string, () => void>()
  try {
    await runChild({
      program,
      limits,
      folder: order.folder,
      order,
      message: bundleMessage,
      signal,
      onMessage: async (message, answer) => {
        if ('close' in message) return lent.get(message.close)?.()
        await withObjects(message.open, async (file) => {
          const { promise, resolve } = Promise.withResolvers<void>()
          lent.set(message.open, resolve)
          answer({ file })
          await promise
        })
      },
    })
  } finally {
    for (const giveBack of lent.values()) giveBack()
  }
  return join(order.folder, bundleFile)
}
