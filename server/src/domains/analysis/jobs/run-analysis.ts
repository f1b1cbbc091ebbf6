import { copyFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Suitability, SuitabilityRequirements } from '@lamella/shared/contract'
import { findApplication } from '../../../analysis/applications/registry.ts'
import type { AnalysisOutcome } from '../../../analysis/runtime/analysis-result.ts'
import { checkpointFile } from '../../../analysis/runtime/messages.ts'
import { runAnalysisProcess } from '../../../analysis/runtime/run-analysis-process.ts'
import { WorkRefused } from '../../../analysis/runtime/run-work.ts'
import { kindFor } from '../../../analysis/suitability/measure.ts'
import type { ImageDescription } from '../../../imaging/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Executor } from '../../../platform/db/database.ts'
import { openRegularFile } from '../../../platform/process/regular-file.ts'
import { createWorkFolder, removeWorkFolders } from '../../../platform/process/work-folder.ts'
import { limitAttempts, TooManyAttempts, workKey } from '../../../platform/queue/job-attempts.ts'
import { isInterrupted, type JobContext, type JobHandlers, JobTimedOut } from '../../../platform/queue/job-types.ts'
import { blobKeys } from '../../../platform/storage/blobs.ts'
import { findImage, type ImageRow, pixelSizeSource, withPixelSize } from '../../images/index.ts'
import { announceAnalyses } from '../announce-analyses.ts'
import { diskBytesOf } from '../disk-bytes.ts'
import { measureMedium } from '../measure-medium.ts'
import * as repository from '../repository.ts'
import { publishJobChanged } from '../service.ts'
import { assessMedium, knownSuitability, refusalText, requirementsOf } from '../suitability-service.ts'

/** Name of the work folder of a job; that of its measurement begins with it, so that both are removed together. */
const folderNameOf = (jobId: string): string => `analysis-${jobId}`

/** Milliseconds between two progress messages to open pages, at least. */
const progressInterval = 500

/**
 * Handler of `run-analysis`: runs the application in a child process (analysis/runtime/child.ts). The child works in units
 * (analysis/runtime/work-units.ts), and each outcome is reported and kept here as a checkpoint blob, so that a run after kill -9
 * continues where the last one ended and gives the identical result. The result is stored once, under the id of its job.
 */
export const createRunAnalysis =
  (context: AppContext): JobHandlers['run-analysis'] =>
  async ({ jobId }, attempt) => {
    const { dataDir } = context.config
    const work = folderNameOf(jobId)
    const job = await begin(context, jobId)
    if (!job) return removeWorkFolders(dataDir, work)
    try {
      const folder = await createWorkFolder(dataDir, work)
      const result = await analyse(context, job, folder, attempt)
      await store(context, job, result)
    } catch (error) {
      await recordFailure(context, jobId, attempt, error)
    } finally {
      await removeWorkFolders(dataDir, work)
    }
  }

/** Marks the job as running. Null: it was cancelled, deleted, or is finished. */
const begin = (context: AppContext, jobId: string): Promise<repository.JobRow | null> =>
  context.db.transaction(async (tx) => {
    const started = { status: 'running', started: context.now() } as const
    const job =
      (await repository.changeJob(tx, jobId, ['pending'], started)) ??
      (await repository.changeJob(tx, jobId, ['running'], { status: 'running' }))
    if (job) await publishJobChanged(context, tx, job)
    return job
  })

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

/** The result of an analysis, with how the image suits the application. */
interface SuitableOutcome extends AnalysisOutcome {
  suitability: Suitability
}

const analyse = async (
  context: AppContext,
  job: repository.JobRow,
  folder: string,
  { signal }: JobContext,
): Promise<SuitableOutcome> => {
  const found = await findImage(context.db, job.imageId)
  if (!found) throw new WorkRefused('The image was deleted.')
  const medium = withPixelSize(found.medium, job.givenPixelSize)
  const { description } = medium
  if (!description) throw new WorkRefused('The image was deleted.')
  const suitability = await requireSuitability(context, job, medium, signal)
  // Without the parameters: a slightly different number does not make a new attempt worthwhile.
  const content = [medium.organisationId, job.appName, job.appVersion, medium.sha256 ?? medium.id]
  const cancelled = new AbortController()
  const isHarmless = (error: unknown) =>
    isInterrupted(signal) || cancelled.signal.aborted || error instanceof WorkRefused
  const result = await limitAttempts(context, workKey('analyse', ...content), isHarmless, () =>
    runApplication(context, job, { medium, description }, folder, signal, cancelled),
  )
  const provenance = {
    application: `${job.appName} ${job.appVersion}`,
    image: medium.id,
    imageSha256: medium.sha256,
    suitability: [suitability.verdict, suitability.reasons.join(' ')].filter(Boolean).join(': '),
    pixelSizeFrom: pixelSizeSource(job.givenPixelSize, description.pixelSizeUm),
    ...result.provenance,
  }
  return { ...result, provenance, suitability }
}

/**
 * The verdict on the image, measured now unless it was before: jobs are also submitted without asking.
 *
 * @throws WorkRefused when the image does not suit the application
 */
const requireSuitability = async (
  context: AppContext,
  { id, appName, appVersion }: repository.JobRow,
  medium: ImageRow['medium'],
  signal: AbortSignal,
): Promise<Suitability> => {
  const application = findApplication(appName, appVersion)
  if (!application) throw new WorkRefused('There is no such application or version.')
  const known = await knownSuitability(context.db, application, medium)
  const suitability = known ?? (await measured(context, id, requirementsOf(application), medium, signal))
  if (suitability.verdict === 'refused') throw new WorkRefused(refusalText(application, suitability))
  return suitability
}

const measured = async (
  context: AppContext,
  jobId: string,
  requirements: SuitabilityRequirements,
  medium: ImageRow['medium'],
  signal: AbortSignal,
): Promise<Suitability> => {
  const { dataDir } = context.config
  const work = `${folderNameOf(jobId)}-measure`
  const folder = await createWorkFolder(dataDir, work)
  try {
    const measurements = await measureMedium(
      context,
      medium,
      { kind: kindFor(requirements), diameters: false },
      folder,
      signal,
    )
    return assessMedium(measurements, requirements, medium)
  } finally {
    await removeWorkFolders(dataDir, work)
  }
}

const runApplication = async (
  context: AppContext,
  job: repository.JobRow,
  { medium, description }: { medium: ImageRow['medium']; description: ImageDescription },
  folder: string,
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

const store = async (context: AppContext, job: repository.JobRow, outcome: SuitableOutcome): Promise<void> => {
  const { measurements: figures, classes, columns, provenance, suitability, objectCount } = outcome
  const { size } = await stat(outcome.objectsFile)
  await context.blobs.adopt(blobKeys.resultObjects(job.id), outcome.objectsFile)
  const result = { id: job.id, jobId: job.id, figures, classes, columns, provenance, suitability, objectCount, size }
  await context.db.transaction(async (tx) => {
    const changes = { status: 'successful', progress: 1, finished: context.now() } as const
    const done = await repository.changeJob(tx, job.id, ['running'], changes)
    const keys = [blobKeys.checkpoints(job.id)]
    if (done) {
      await repository.insertResult(tx, result)
      await publishJobChanged(context, tx, done)
      await announceAnalyses(context, tx, done)
    } else if (!(await repository.findResultOfJob(tx, job.id))) {
      // The job was cancelled or deleted meanwhile.
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
  const final = sentenceOf(error, signal)
  if (final === null && (isInterrupted(signal) || !isLastTry)) {
    const job = await repository.findListedJob(context.db, jobId)
    if (job?.job.status === 'running') throw error
    // Cancelled or deleted: until this run noticed it, checkpoints were stored after the removal.
    await removeCheckpoints(context, jobId)
    return
  }
  context.log.warn({ err: error, analysisJob: jobId }, 'an analysis failed')
  const sentence = final ?? 'The analysis ended because of an error of the server. Submit it again.'
  await context.db.transaction(async (tx) => {
    const failed = await repository.changeJob(tx, jobId, ['running'], {
      status: 'failed',
      finished: context.now(),
      statusErrors: [sentence],
    })
    if (failed) {
      await publishJobChanged(context, tx, failed)
      await announceAnalyses(context, tx, failed)
    }
    await removeCheckpoints(context, jobId, tx)
  })
}

const removeCheckpoints = ({ queue }: AppContext, jobId: string, tx?: Executor): Promise<void> =>
  queue.enqueue('remove-blobs', { keys: [blobKeys.checkpoints(jobId)] }, tx && { tx })

/** A sentence for the user; null: another try may succeed. */
const sentenceOf = (error: unknown, { reason }: AbortSignal): string | null => {
  if (reason instanceof JobTimedOut) return 'The analysis took longer than one analysis may take.'
  return error instanceof WorkRefused || error instanceof TooManyAttempts ? error.message : null
}
