import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { requireRegularFile } from '../../platform/process/regular-file.ts'
import { runWork } from '../runtime/run-work.ts'
import { type BundleTask, bundleFile, bundleMessage, objectsFileName } from './messages.ts'

/** Path of the program that makes a bundle, run by `runWork`. */
export const bundleProgram = join(import.meta.dirname, 'child.ts')

/**
 * Resident memory, CPU time and files of one bundle. Rows are streamed: 200,000 of 10 columns took 160 MB (measured: ADR 45,
 * `npm run bench -- objects`).
 */
const limits = { memoryBytes: 400_000_000, cpuSeconds: 3600, diskBytes: 8 * 1024 ** 3 }

/** What the process needs from its caller. */
export interface BundleSources {
  signal: AbortSignal
  /** Provides the objects of a result as a file while `use` runs. @throws Error for a result that is not in the bundle */
  withObjects: (resultId: string, use: (file: string) => Promise<void>) => Promise<void>
}

/**
 * Makes a bundle of the results in the folder's `results.ndjson`, in a limited process of its own.
 *
 * @returns path of the finished file, checked to be a regular file
 * @throws the signal's reason, or Error when the process failed
 */
export const runBundleProcess = async (task: BundleTask, { signal, withObjects }: BundleSources): Promise<string> => {
  const { folder } = task
  let copying = Promise.resolve()
  try {
    await runWork({
      program: bundleProgram,
      limits,
      folder,
      input: () => task,
      message: bundleMessage,
      signal,
      onMessage: async ({ wanted }, answer) => {
        copying = copying.then(() =>
          withObjects(wanted, (file) => copyFile(file, join(folder, objectsFileName(wanted)))),
        )
        await copying
        answer({ lent: wanted })
      },
    })
  } finally {
    // The caller removes the folder: a copy into it must have ended.
    await copying.catch(() => undefined)
  }
  return requireRegularFile(join(folder, bundleFile))
}

/**
 * Copies a file to where the process, which may run as another user, can read it. The target is created exclusively and written by its
 * handle: a link placed there by the process would lead out of its folder.
 */
const copyFile = async (file: string, copy: string): Promise<void> => {
  await using target = await open(copy, 'wx')
  await target.chmod(0o644)
  await using source = await open(file)
  await pipeline(source.createReadStream(), target.createWriteStream())
}
