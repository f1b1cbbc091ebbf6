import { copyFile, lstat, mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { checkpointFile } from '../../../analysis/runtime/messages.ts'
import { type AnalysisOutcome, runAnalysisProcess } from '../../../analysis/runtime/run-analysis-process.ts'
import { WorkRefused } from '../../../analysis/runtime/run-child.ts'
import type { AppContext } from '../../../platform/context.ts'
import { freshFolder } from '../../../platform/process/fresh-folder.ts'
import type { JobContext, JobHandlers } from '../../../platform/queue/job-types.ts'
import { blobKeys } from '../../../platform/storage/blobs.ts'
import { findImage } from '../../images/repository.ts'
import * as repository from '../repository.ts'
import { publishJobChanged } from '../service.ts'

/** Milliseconds between two progress messages to open pages. */
const tellEvery = 500

/**
 * Runs an analysis, one work unit after the other. The outcome of each is kept as a blob, so that a run after kill -9 goes on where the last one ended
 * and gives the identical result; the result is stored once, under the id of its job.
 */
export const createRunAnalysis =
  (context: AppContext): JobHandlers['run-analysis'] =>
  async ({ jobId }, work) => {
    const job = await begin(context, jobId)
    if (!job) return
    const folder = await freshFolder(context.config.dataDir, `analysis-${jobId}`)
    try {
      const result = await analyse(context, job, folder, work)
      await store(context, job, result)
    } catch (error) {
      await recordFailure(context, jobId, work, error)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

/** Null: the job was cancelled, deleted or is already done. */
const begin = (context: AppContext, jobId: string): Promise<repository.JobRow | null> =>
  context.db.transaction(async (tx) => {
    const waiting = { status: 'running', started: context.now() } as const
    const job =
      (await repository.changeJob(tx, jobId, ['pending'], waiting)) ??
      (await repository.changeJob(tx, jobId, ['running'], { status: 'running' }))
    if (job) await publishJobChanged(context, tx, job)
    return job
  })

/** Puts what an interrupted run has done where its process looks for it. */
const restoreCheckpoints = async ({ blobs }: AppContext, jobId: string, folder: string): Promise<void> => {
  await mkdir(join(folder, 'checkpoints'))
  for await (const key of blobs.list(blobKeys.checkpoints(jobId))) {
    const unit = basename(key, '.json')
    await blobs.withFile(key, (file) => copyFile(file, join(folder, checkpointFile(unit))))
  }
}

/** Takes over a file that a process of ours wrote: a file, not a link to one that it may not read. */
const adopt = async ({ blobs }: AppContext, key: string, file: string): Promise<number> => {
  const found = await lstat(file)
  if (!found.isFile()) throw new Error(`${basename(file)} is no file`)
  await blobs.adopt(key, file)
  return found.size
}

const analyse = async (
  context: AppContext,
  job: repository.JobRow,
  folder: string,
  { signal }: JobContext,
): Promise<AnalysisOutcome> => {
  const found = await findImage(context.db, job.imageId)
  if (!found?.medium.description) throw new WorkRefused('The image was deleted.')
  const { medium } = found
  const { kind } = found.medium.description
  const cancelled = new AbortController()
  const tell = progressTeller(context, job.id, () => cancelled.abort(new Error('The job was cancelled')))
  await restoreCheckpoints(context, job.id, folder)
  const result = await context.blobs.withFile(blobKeys.original(medium.id), (source) =>
    runAnalysisProcess(
      {
        source,
        originalName: medium.originalFilename,
        kind,
        folder,
        appName: job.appName,
        appVersion: job.appVersion,
        params: job.params,
      },
      {
        signal: AbortSignal.any([signal, cancelled.signal]),
        onProgress: tell,
        onCheckpoint: async (unit, file) => {
          await adopt(context, blobKeys.checkpoint(job.id, unit), file)
        },
      },
    ),
  )
  const provenance = {
    application: `${job.appName} ${job.appVersion}`,
    image: medium.id,
    imageSha256: medium.sha256,
    ...result.provenance,
  }
  return { ...result, provenance }
}

/** Writes the progress now and then; notices that somebody cancelled. */
const progressTeller = (context: AppContext, jobId: string, onCancelled: () => void) => {
  let last = 0
  return (progress: number): void => {
    const now = performance.now()
    if (now - last < tellEvery) return
    last = now
    const write = context.db.transaction(async (tx) => {
      const job = await repository.changeJob(tx, jobId, ['running'], { progress })
      if (job) await publishJobChanged(context, tx, job)
      else onCancelled()
    })
    write.catch((err: unknown) => context.log.warn({ err, jobId }, 'progress of a job could not be written'))
  }
}

const store = async (context: AppContext, job: repository.JobRow, outcome: AnalysisOutcome): Promise<void> => {
  const { measurements: figures, classes, columns, provenance, objectCount } = outcome
  const size = await adopt(context, blobKeys.resultObjects(job.id), outcome.objectsFile)
  const result = { id: job.id, jobId: job.id, figures, classes, columns, provenance, objectCount, size }
  await context.db.transaction(async (tx) => {
    const changes = { status: 'successful', progress: 1, finished: context.now() } as const
    const done = await repository.changeJob(tx, job.id, ['running'], changes)
    const keys = [blobKeys.checkpoints(job.id)]
    if (done) {
      await repository.insertResult(tx, result)
      await publishJobChanged(context, tx, done)
    } else if (!(await repository.findResultOfJob(tx, job.id))) {
      // Cancelled or deleted meanwhile.
      keys.push(blobKeys.result(job.id))
    }
    await context.queue.enqueue('remove-blobs', { keys }, { tx })
  })
}

const recordFailure = async (
  context: AppContext,
  jobId: string,
  { signal, isLastTry }: JobContext,
  error: unknown,
): Promise<void> => {
  const refused = error instanceof WorkRefused
  if (!refused && (signal.aborted || !isLastTry)) {
    const job = await repository.findListedJob(context.db, jobId)
    if (job?.job.status === 'running') throw error
    return
  }
  context.log.warn({ err: error, jobId }, 'an analysis failed')
  const sentence = refused ? error.message : 'The analysis ended because of an error of the server. Submit it again.'
  await context.db.transaction(async (tx) => {
    const changes = { status: 'failed', finished: context.now(), statusErrors: [sentence] } as const
    const failed = await repository.changeJob(tx, jobId, ['running'], { ...changes, statusErrors: [sentence] })
    if (failed) await publishJobChanged(context, tx, failed)
  })
}
