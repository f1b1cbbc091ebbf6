import { stat } from 'node:fs/promises'
import type { Suitability } from '@lamella/shared/contract'
import type { AnalysisApplication } from '../../../analysis/applications/application.ts'
import { findApplication } from '../../../analysis/applications/registry.ts'
import type { AnalysisOutcome } from '../../../analysis/runtime/analysis-result.ts'
import { WorkRefused, WorkTooLarge } from '../../../analysis/runtime/run-work.ts'
import { kindFor } from '../../../analysis/suitability/measure.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Executor } from '../../../platform/db/database.ts'
import { createWorkFolder, removeWorkFolders } from '../../../platform/process/work-folder.ts'
import { limitAttempts, TooManyAttempts, workKey } from '../../../platform/queue/job-attempts.ts'
import {
  isInterrupted,
  type JobContext,
  type JobHandlers,
  JobTimedOut,
  UnknownWork,
} from '../../../platform/queue/job-types.ts'
import { blobKeys } from '../../../platform/storage/blobs.ts'
import { findImage, type ImageRow, withPixelSize } from '../../images/index.ts'
import { findProject } from '../../projects/index.ts'
import { findFullName } from '../../users/index.ts'
import { announceAnalyses } from '../announce-analyses.ts'
import { measureMedium } from '../measure-medium.ts'
import * as repository from '../repository.ts'
import { publishJobChanged } from '../service.ts'
import { assessMedium, knownSuitability, refusalText, requirementsOf } from '../suitability-service.ts'
import { provenanceOf } from './provenance.ts'
import { runApplication } from './run-application.ts'

/** Name of the work folder of a job; that of its measurement begins with it, so that both are removed together. */
const folderNameOf = (jobId: string): string => `analysis-${jobId}`

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
    const begun = await begin(context, jobId)
    if (!begun) return removeWorkFolders(dataDir, work)
    try {
      const folder = await createWorkFolder(dataDir, work)
      const result = await analyse(context, begun, folder, attempt)
      await store(context, begun.job, result)
    } catch (error) {
      await settleFailure(context, jobId, attempt, error)
    } finally {
      await removeWorkFolders(dataDir, work)
    }
  }

interface Begun {
  job: repository.JobRow
  application: AnalysisApplication
}

/**
 * Marks the job as running. Null: it was cancelled, deleted, or is finished.
 * @throws UnknownWork for an application version of a newer release, whose servers are being started: nothing is changed then
 */
const begin = (context: AppContext, jobId: string): Promise<Begun | null> =>
  context.db.transaction(async (tx) => {
    const started = { status: 'running', started: context.now() } as const
    const job =
      (await repository.changeJob(tx, jobId, ['pending'], started)) ??
      (await repository.changeJob(tx, jobId, ['running'], { status: 'running' }))
    if (!job) return null
    const application = findApplication(job.appName, job.appVersion)
    if (!application) throw new UnknownWork(`This server has no application ${job.appName} ${job.appVersion}`)
    await publishJobChanged(context, tx, job)
    return { job, application }
  })

/** The result of an analysis, with how the image suits the application. */
interface SuitableOutcome extends AnalysisOutcome {
  suitability: Suitability
}

const analyse = async (
  context: AppContext,
  { job, application }: Begun,
  folder: string,
  { signal }: JobContext,
): Promise<SuitableOutcome> => {
  const found = await findImage(context.db, job.imageId)
  if (!found) throw new WorkRefused('The image was deleted.')
  const medium = withPixelSize(found.medium, job.givenPixelSize)
  const { description } = medium
  if (!description) throw new WorkRefused('The image was deleted.')
  const suitability = await requireSuitability(context, job, application, medium, signal)
  // Without the parameters: a slightly different number does not make a new attempt worthwhile.
  const content = [medium.organisationId, job.appName, job.appVersion, medium.sha256 ?? medium.id]
  const cancelled = new AbortController()
  const isHarmless = (error: unknown) =>
    isInterrupted(signal) || cancelled.signal.aborted || error instanceof WorkRefused
  const result = await limitAttempts(context, workKey('analyse', ...content), isHarmless, () =>
    runApplication(context, job, { medium, description, folder }, signal, cancelled),
  )
  const [project, owner] = await Promise.all([
    findProject(context.db, job.projectId),
    findFullName(context.db, job.ownerId),
  ])
  const names = { project: project?.name ?? '', owner }
  const provenance = provenanceOf(job, names, medium, description.pixelSizeUm, suitability, result.provenance)
  return { ...result, provenance, suitability }
}

/**
 * The verdict on the image, measured now unless it was before: jobs are also submitted without asking.
 *
 * @throws WorkRefused when the image does not suit the application
 */
const requireSuitability = async (
  context: AppContext,
  job: repository.JobRow,
  application: AnalysisApplication,
  medium: ImageRow['medium'],
  signal: AbortSignal,
): Promise<Suitability> => {
  const known = await knownSuitability(context.db, application, medium, job.params)
  const suitability = known ?? (await measureNow(context, job, application, medium, signal))
  if (suitability.verdict === 'refused') throw new WorkRefused(refusalText(application, suitability))
  return suitability
}

const measureNow = async (
  context: AppContext,
  job: repository.JobRow,
  application: AnalysisApplication,
  medium: ImageRow['medium'],
  signal: AbortSignal,
): Promise<Suitability> => {
  const { dataDir } = context.config
  const work = `${folderNameOf(job.id)}-measure`
  const folder = await createWorkFolder(dataDir, work)
  try {
    const measurements = await measureMedium(
      context,
      medium,
      { kind: kindFor(requirementsOf(application)), diameters: false },
      folder,
      signal,
    )
    return assessMedium(measurements, application, medium, job.params)
  } finally {
    await removeWorkFolders(dataDir, work)
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

/**
 * Records that the analysis has failed, unless it was cancelled meanwhile or may succeed in another try.
 * @throws the error in the last case
 */
const settleFailure = async (
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
  const sentence = final ?? lastSentenceOf(error)
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

/**
 * A sentence for the user after the last try. Limits of memory and processor time come here, too: each try has them anew and goes on
 * from the checkpoints of the one before, so that the next one may well succeed.
 */
const lastSentenceOf = (error: unknown): string => {
  if (!(error instanceof WorkTooLarge)) return 'The analysis ended because of an error of the server. Submit it again.'
  return `This image needs more ${error.limit === 'memory' ? 'memory' : 'processor time'} than one analysis may have.`
}
