import { rm } from 'node:fs/promises'
import type { AnalysisResult, Checkpoint } from '../../../analysis/applications/application.ts'
import { AnalysisRefused, runAnalysisProcess } from '../../../analysis/runtime/run-analysis-process.ts'
import type { AppContext } from '../../../platform/context.ts'
import { freshFolder } from '../../../platform/process/fresh-folder.ts'
import { limitAttempts, TooManyAttempts, workKey } from '../../../platform/queue/job-attempts.ts'
import { isInterrupted, type JobContext, type JobHandlers, JobTimedOut } from '../../../platform/queue/job-types.ts'
import { blobKeys } from '../../../platform/storage/blobs.ts'
import { findImage, type ImageRow } from '../../images/index.ts'

import * as repository from '../repository.ts'
import { publishJobChanged } from '../service.ts'

/** Milliseconds between two progress messages to open pages. */
const tellEvery = 500

/**
 * Runs an analysis slice by slice. Each slice is kept as a blob, so that a run after kill -9 goes on where the last one ended
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

const readCheckpoints = async ({ blobs }: AppContext, jobId: string): Promise<Checkpoint[]> => {
  const checkpoints: Checkpoint[] = []
  for await (const key of blobs.list(blobKeys.checkpoints(jobId))) {
    const size = (await blobs.stat(key))?.size ?? 0
    checkpoints.push(JSON.parse(Buffer.from(await blobs.readRange(key, 0, size)).toString('utf8')) as Checkpoint)
  }
  return checkpoints
}

const analyse = async (
  context: AppContext,
  job: repository.JobRow,
  folder: string,
  { signal }: JobContext,
): Promise<AnalysisResult> => {
  const found = await findImage(context.db, job.imageId)
  if (!found) throw new AnalysisRefused('The image was deleted.')
  const { medium } = found
  // Not the parameters: a slightly different number is no reason to let it fail again.
  const content = [medium.organisationId, job.appName, job.appVersion, medium.sha256 ?? medium.id]
  const cancelled = new AbortController()
  const isHarmless = (error: unknown) =>
    isInterrupted(signal) || cancelled.signal.aborted || error instanceof AnalysisRefused
  const result = await limitAttempts(context, workKey('analyse', ...content), isHarmless, () =>
    runApplication(context, job, medium, folder, signal, cancelled),
  )
  const provenance = {
    application: `${job.appName} ${job.appVersion}`,
    image: medium.id,
    imageSha256: medium.sha256,
    ...result.provenance,
  }
  return { ...result, provenance }
}

const runApplication = async (
  context: AppContext,
  job: repository.JobRow,
  medium: ImageRow['medium'],
  folder: string,
  signal: AbortSignal,
  cancelled: AbortController,
): Promise<AnalysisResult> => {
  const tell = progressTeller(context, job.id, () => cancelled.abort(new Error('The job was cancelled')))
  const checkpoints = await readCheckpoints(context, job.id)
  return context.blobs.withFile(blobKeys.original(medium.id), (source) =>
    runAnalysisProcess(
      {
        source,
        originalName: medium.originalFilename,
        folder,
        appName: job.appName,
        appVersion: job.appVersion,
        params: job.params,
        checkpoints,
      },
      diskBytesOf(medium.description),
      {
        signal: AbortSignal.any([signal, cancelled.signal]),
        onProgress: tell,
        onCheckpoint: async (checkpoint) => {
          const key = blobKeys.checkpoint(job.id, checkpoint.slice)
          await context.blobs.write(key, Buffer.from(JSON.stringify(checkpoint)))
        },
      },
    ),
  )
}

/** What an analysis writes beside the raw pixels: its result. */
const resultBytes = 1024 ** 3

/** Three bytes a pixel, once. */
const diskBytesOf = (size: { width: number; height: number } | null): number =>
  resultBytes + 3 * (size?.width ?? 0) * (size?.height ?? 0)

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

const store = async (context: AppContext, job: repository.JobRow, result: AnalysisResult): Promise<void> => {
  const { objects, ...rest } = result
  const { size } = await context.blobs.write(blobKeys.resultObjects(job.id), Buffer.from(JSON.stringify(objects)))
  await context.db.transaction(async (tx) => {
    const changes = { status: 'successful', progress: 1, finished: context.now() } as const
    const done = await repository.changeJob(tx, job.id, ['running'], changes)
    const keys = [blobKeys.checkpoints(job.id)]
    if (done) {
      await repository.insertResult(tx, { id: job.id, jobId: job.id, ...rest, objectCount: objects.length, size })
      await publishJobChanged(context, tx, done)
    } else if (!(await repository.findResultOfJob(tx, job.id))) {
      // Cancelled or deleted meanwhile.
      keys.push(blobKeys.resultObjects(job.id))
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
  const final = sentenceOf(error, signal)
  if (final === null && (isInterrupted(signal) || !isLastTry)) {
    const job = await repository.findListedJob(context.db, jobId)
    if (job?.job.status === 'running') throw error
    return
  }
  context.log.warn({ err: error, jobId }, 'an analysis failed')
  const sentence = final ?? 'The analysis ended because of an error of the server. Submit it again.'
  await context.db.transaction(async (tx) => {
    const changes = { status: 'failed', finished: context.now(), statusErrors: [sentence] } as const
    const failed = await repository.changeJob(tx, jobId, ['running'], { ...changes, statusErrors: [sentence] })
    if (failed) await publishJobChanged(context, tx, failed)
  })
}

/** For the user; null: another try may do. */
const sentenceOf = (error: unknown, { reason }: AbortSignal): string | null => {
  if (reason instanceof JobTimedOut) return 'The analysis took longer than one analysis may take.'
  return error instanceof AnalysisRefused || error instanceof TooManyAttempts ? error.message : null
}
