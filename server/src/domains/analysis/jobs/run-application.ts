import { copyFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { AnalysisOutcome } from '../../../analysis/runtime/analysis-result.ts'
import { checkpointFile } from '../../../analysis/runtime/messages.ts'
import { runAnalysisProcess } from '../../../analysis/runtime/run-analysis-process.ts'
import type { ImageDescription } from '../../../imaging/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { openRegularFile } from '../../../platform/process/regular-file.ts'
import { blobKeys } from '../../../platform/storage/blobs.ts'
import type { ImageRow } from '../../images/index.ts'
import { diskBytesOf } from '../disk-bytes.ts'
import * as repository from '../repository.ts'
import { publishJobChanged } from '../service.ts'

/** Milliseconds between two progress messages to open pages, at least. */
const progressInterval = 500

/** Copies the checkpoints of an interrupted run into the folder of the new process. */
const restoreCheckpoints = async ({ blobs }: AppContext, jobId: string, folder: string): Promise<void> => {
  for await (const key of blobs.list(blobKeys.checkpoints(jobId))) {
    const unit = basename(key, '.json')
    await blobs.withFile(key, (file) => copyFile(file, join(folder, checkpointFile(unit))))
  }
}

/** Stores a copy of a checkpoint file. It is opened safely, because the process that wrote it still runs. */
const keepCheckpoint = async ({ blobs }: AppContext, key: string, file: string): Promise<void> => {
  await using opened = await openRegularFile(file)
  await blobs.write(key, opened.createReadStream())
}

/**
 * A function that stores and publishes the progress (0 to 1) at most every `progressInterval`. @param onCancelled - the job is no
 * longer running
 */
const progressReporter = (context: AppContext, jobId: string, onCancelled: () => void) => {
  let last = 0
  return (progress: number): void => {
    const now = performance.now()
    if (now - last < progressInterval) return
    last = now
    const write = context.db.transaction(async (tx) => {
      const job = await repository.changeJob(tx, jobId, ['running'], { progress })
      if (job) await publishJobChanged(context, tx, job)
      else onCancelled()
    })
    write.catch((err: unknown) =>
      context.log.warn({ err, analysisJob: jobId }, 'progress of a job could not be written'),
    )
  }
}

/** What an application is run on. */
interface Input {
  medium: ImageRow['medium']
  description: ImageDescription
  /** The only folder that its process may write to. */
  folder: string
}

/**
 * Runs the application of a job in a process of its own, from where an earlier run has left checkpoints, and stores those of this one.
 *
 * @param cancelled - aborted here when the job was cancelled or deleted meanwhile
 * @throws WorkRefused, WorkTooLarge, the reason of an aborted signal, or Error when the process failed
 */
export const runApplication = async (
  context: AppContext,
  job: repository.JobRow,
  { medium, description, folder }: Input,
  signal: AbortSignal,
  cancelled: AbortController,
): Promise<AnalysisOutcome> => {
  const report = progressReporter(context, job.id, () => cancelled.abort(new Error('The job was cancelled')))
  await restoreCheckpoints(context, job.id, folder)
  let keeping: Promise<void> = Promise.resolve()
  const running = context.blobs.withFile(blobKeys.original(medium.id), (source) =>
    runAnalysisProcess(
      {
        source,
        originalName: medium.originalFilename,
        kind: description.kind,
        pixelSizeUm: description.pixelSizeUm,
        folder,
        appName: job.appName,
        appVersion: job.appVersion,
        params: job.params,
      },
      diskBytesOf(description),
      {
        signal: AbortSignal.any([signal, cancelled.signal]),
        onProgress: report,
        onCheckpoint: (unit, file) => {
          keeping = keepCheckpoint(context, blobKeys.checkpoint(job.id, unit), file)
          return keeping
        },
      },
    ),
  )
  // A checkpoint that is stored after the run would outlive the removal of the others.
  return running.finally(() => keeping.catch(() => undefined))
}
