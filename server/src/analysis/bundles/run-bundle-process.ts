import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { requirePlainFile } from '../runtime/plain-file.ts'
import { runWork } from '../runtime/run-work.ts'
import { type BundleOrder, bundleFile, bundleMessage, objectsOf } from './messages.ts'

export const bundleProgram = join(import.meta.dirname, 'child.ts')

/**
 * Resident memory, processor time and files of one bundle. Rows are streamed: 200,000 of 10 columns took 160 MB
 * (`npm run bench -- objects`).
 */
const limits = { memoryBytes: 400_000_000, cpuSeconds: 3600, diskBytes: 8 * 1024 ** 3 }

export interface BundleSources {
  signal: AbortSignal
  /** Has the objects of a result as a file while the function given runs. @throws Error for a result that is not in the bundle */
  withObjects: (resultId: string, use: (file: string) => Promise<void>) => Promise<void>
}

/**
 * Makes a bundle in a limited process of its own, of the results in the folder's `results.ndjson`.
 * @returns path of the file, which is a plain one
 * @throws the signal's reason, or Error when the process failed
 */
export const runBundleProcess = async (order: BundleOrder, { signal, withObjects }: BundleSources): Promise<string> => {
  const { folder } = order
  let lending = Promise.resolve()
  try {
    await runWork({
      program: bundleProgram,
      limits,
      folder,
      order: () => order,
      message: bundleMessage,
      signal,
      onMessage: async ({ wanted }, answer) => {
        lending = lending.then(() => withObjects(wanted, (file) => lend(file, join(folder, objectsOf(wanted)))))
        await lending
        answer({ lent: wanted })
      },
    })
  } finally {
    // It must not write into a folder that is being removed.
    await lending.catch(() => undefined)
  }
  return requirePlainFile(join(folder, bundleFile))
}

/**
 * Copies a file to where the process, which may be another user, can read it. Only into a new file and by its handle: where
 * the process has put a link, it would lead out of its folder.
 */
const lend = async (file: string, copy: string): Promise<void> => {
  await using target = await open(copy, 'wx')
  await target.chmod(0o644)
  await using source = await open(file)
  await pipeline(source.createReadStream(), target.createWriteStream())
}
