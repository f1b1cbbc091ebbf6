import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { decoderVersion, filesOf, ImagingError, type ProcessedImage, processImage } from '../../../imaging/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { createWorkFolder, removeWorkFolders } from '../../../platform/process/work-folder.ts'
import { limitAttempts, TooManyAttempts, workKey } from '../../../platform/queue/job-attempts.ts'
import { isInterrupted, type JobContext, type JobHandlers, JobTimedOut } from '../../../platform/queue/job-types.ts'
import { blobKeys } from '../../../platform/storage/blobs.ts'
import { changeMedium, failureTexts, findMedium, type MediumRow } from '../../media/index.ts'
import { hasQuotaForPictures } from '../../quotas/index.ts'
import { showPreview } from '../preview.ts'

/** Reasons that are not caused by the file: another try may succeed. */
const temporary: readonly ImagingError['reason'][] = ['crashed', 'cancelled', 'noSpace']
/** Reasons that took much time or memory, and so count as attempts; `cancelled` only if the job caused it itself. */
const costly: readonly ImagingError['reason'][] = ['crashed', 'timeout', 'outOfMemory', 'cancelled']

/**
 * Handler of `process-image`: decodes an uploaded file into pyramids and makes its image available. It can run twice with the same
 * outcome: the decoder writes the same files again, and they replace those of a killed run.
 */
export const createProcessImage =
  (context: AppContext): JobHandlers['process-image'] =>
  async ({ mediumId }, attempt) => {
    const { dataDir } = context.config
    const work = `process-${mediumId}`
    const medium = await findMedium(context.db, mediumId)
    const isDue = await context.db.transaction((tx) =>
      changeMedium(context, tx, mediumId, ['uploadFinished', 'processing'], { status: 'processing' }),
    )
    if (medium && isDue) await processMedium(context, medium, work, attempt)
    else await removeWorkFolders(dataDir, work)
    // Last: while it is there the job is not done, and runs again after a kill.
    await context.blobs.remove(blobKeys.preview(mediumId))
  }

/** @throws the error of an attempt that another one follows */
const processMedium = async (
  context: AppContext,
  medium: MediumRow,
  work: string,
  attempt: JobContext,
): Promise<void> => {
  const { dataDir } = context.config
  try {
    const outputDir = await createWorkFolder(dataDir, work)
    const attempts = workKey('decode', medium.organisationId, medium.fileType, medium.sha256 ?? medium.id)
    const isHarmless = (error: unknown) =>
      isInterrupted(attempt.signal) || (error instanceof ImagingError && !costly.includes(error.reason))
    const processed = await limitAttempts(context, attempts, isHarmless, () =>
      decode(context, medium, outputDir, attempt),
    )
    await makeAvailable(context, medium, outputDir, processed)
  } catch (error) {
    await recordFailure(context, medium.id, attempt, error)
  } finally {
    await removeWorkFolders(dataDir, work)
  }
}

const decode = async (
  context: AppContext,
  medium: MediumRow,
  outputDir: string,
  { signal }: JobContext,
): Promise<ProcessedImage> => {
  const { id, fileType: kind, originalFilename: originalName } = medium
  let shown: Promise<void> | undefined
  const onPreview = (jpeg: Buffer): void => {
    shown = showPreview(context, id, jpeg).catch((error: unknown) => {
      context.log.warn({ err: error, mediumId: id }, 'a preview could not be stored')
    })
  }
  try {
    return await context.blobs.withFile(blobKeys.original(id), (source) =>
      processImage({ source, kind, originalName, outputDir, signal, onPreview }),
    )
  } finally {
    await shown
  }
}

const noRoomForPictures = (): ImagingError => new ImagingError('tooLarge', failureTexts.noRoomForPictures)

const makeAvailable = async (
  context: AppContext,
  { id: mediumId, organisationId }: MediumRow,
  folder: string,
  processed: ProcessedImage,
): Promise<void> => {
  const { further, ...description } = processed
  let pictureBytes = 0
  for (const file of filesOf(processed)) {
    pictureBytes += (await stat(join(folder, file))).size
    await context.blobs.adopt(blobKeys.picture(mediumId, file), join(folder, file))
  }
  const makeRoomAndShow = context.db.transaction(async (tx) => {
    if (!(await hasQuotaForPictures(tx, organisationId, pictureBytes, context.now()))) throw noRoomForPictures()
    return changeMedium(context, tx, mediumId, ['processing'], {
      status: 'available',
      description,
      further,
      pictureBytes,
      hasPreview: false,
    })
  })
  const isAvailable = await makeRoomAndShow.catch(async (error: unknown) => {
    if (error instanceof ImagingError) await context.blobs.remove(blobKeys.pictures(mediumId))
    throw error
  })
  // Deleted meanwhile: the blobs may have been removed before these were stored.
  if (!isAvailable && !(await findMedium(context.db, mediumId))) await context.blobs.remove(blobKeys.medium(mediumId))
}

const recordFailure = async (
  context: AppContext,
  mediumId: string,
  { signal, isLastTry }: JobContext,
  error: unknown,
): Promise<void> => {
  const sentence = sentenceOf(error, signal)
  if (sentence === null && (isInterrupted(signal) || !isLastTry)) throw error
  context.log.warn({ err: error, mediumId }, 'an image could not be processed')
  const isExplained = error instanceof ImagingError && error.reason !== 'cancelled'
  const statusErrors = [sentence ?? (isExplained ? error.message : failureTexts.serverError)]
  await context.db.transaction((tx) =>
    changeMedium(context, tx, mediumId, ['processing'], {
      status: 'processingFailed',
      statusErrors,
      failedDecoder: decoderVersion,
      hasPreview: false,
    }),
  )
}

/** A sentence for the owner of the file; null: another try may succeed. */
const sentenceOf = (error: unknown, { reason }: AbortSignal): string | null => {
  if (reason instanceof JobTimedOut) return failureTexts.tookTooLong
  if (error instanceof TooManyAttempts) return error.message
  return error instanceof ImagingError && !temporary.includes(error.reason) ? error.message : null
}
