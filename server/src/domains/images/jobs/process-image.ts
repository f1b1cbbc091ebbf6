import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ImageDescription, ImagingError, processImage } from '../../../imaging/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Executor } from '../../../platform/db/database.ts'
import { freshFolder } from '../../../platform/process/fresh-folder.ts'
import type { JobContext, JobHandlers } from '../../../platform/queue/job-types.ts'
import { blobKeys } from '../../../platform/storage/blobs.ts'
import { changeMedium } from '../../media/change-medium.ts'
import { findMedium, type MediumRow } from '../../media/repository.ts'
import { storedMedia, storedResults } from '../../stats/repository.ts'
import { lockLimits } from '../../subscriptions/limits-repository.ts'

/** Reasons that say nothing about the file: another try may do. */
const temporary: readonly ImagingError['reason'][] = ['crashed', 'cancelled', 'noSpace']

/**
 * Decodes an uploaded file into pyramids and makes its image available. Runs twice with the same outcome: the decoder
 * writes the same files again, and they replace those of a run that was killed.
 */
export const createProcessImage =
  (context: AppContext): JobHandlers['process-image'] =>
  async ({ mediumId }, job) => {
    const medium = await findMedium(context.db, mediumId)
    const isDue = await context.db.transaction((tx) =>
      changeMedium(context, tx, mediumId, ['uploadFinished', 'processing'], { status: 'processing' }),
    )
    if (!medium || !isDue) return
    const folder = await freshFolder(context.config.dataDir, `process-${mediumId}`)
    try {
      const description = await decode(context, medium, folder, job)
      await makeAvailable(context, medium, folder, description)
    } catch (error) {
      await recordFailure(context, mediumId, job, error)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

const decode = (
  { blobs }: AppContext,
  medium: MediumRow,
  outputDir: string,
  { signal }: JobContext,
): Promise<ImageDescription> =>
  blobs.withFile(blobKeys.original(medium.id), (source) =>
    processImage({ source, kind: medium.fileType, originalName: medium.originalFilename, outputDir, signal }),
  )

const gigabyte = 1024 ** 3

/** Bytes that the files of an organisation may take while pictures are being made; uploads and jobs stop at the limit itself. */
const mostWithPictures = (limit: number): number => limit + Math.max(limit, gigabyte)

/** @throws ImagingError when the organisation has no room for that many bytes of pictures. For the holder of the limits' lock. */
const requireRoom = async (
  tx: Executor,
  organisationId: string,
  storageLimit: number,
  bytes: number,
): Promise<void> => {
  if (storageLimit < 0) return
  const used = (await storedMedia(tx, organisationId)).size + (await storedResults(tx, organisationId)).size
  if (used + bytes <= mostWithPictures(storageLimit * gigabyte)) return
  throw new ImagingError(
    'tooLarge',
    'Your organization has no storage left for what is made of this image to show it; delete other images, then process it again.',
  )
}

const makeAvailable = async (
  context: AppContext,
  { id: mediumId, organisationId }: MediumRow,
  folder: string,
  description: ImageDescription,
): Promise<void> => {
  let pictureBytes = 0
  for (const file of [...description.planes.map((plane) => plane.file), description.thumbnail]) {
    pictureBytes += (await stat(join(folder, file))).size
    await context.blobs.adopt(blobKeys.picture(mediumId, file), join(folder, file))
  }
  const makeRoomAndShow = context.db.transaction(async (tx) => {
    // Two images at once must not both take the last room.
    const { storageLimit } = await lockLimits(tx, organisationId, context.now())
    await requireRoom(tx, organisationId, storageLimit, pictureBytes)
    return changeMedium(context, tx, mediumId, ['processing'], { status: 'available', description, pictureBytes })
  })
  const isAvailable = await makeRoomAndShow.catch(async (error: unknown) => {
    if (error instanceof ImagingError) await context.blobs.remove(blobKeys.pictures(mediumId))
    throw error
  })
  // Deleted meanwhile: whoever did that may have removed the blobs before these came.
  if (!isAvailable && !(await findMedium(context.db, mediumId))) await context.blobs.remove(blobKeys.medium(mediumId))
}

const recordFailure = async (
  context: AppContext,
  mediumId: string,
  { signal, isLastTry }: JobContext,
  error: unknown,
): Promise<void> => {
  const isFinal = error instanceof ImagingError && !temporary.includes(error.reason)
  if (!isFinal && (signal.aborted || !isLastTry)) throw error
  context.log.warn({ err: error, mediumId }, 'an image could not be processed')
  const sentence =
    error instanceof ImagingError
      ? error.message
      : 'The image could not be processed because of an error of the server.'
  await context.db.transaction((tx) =>
    changeMedium(context, tx, mediumId, ['processing'], { status: 'processingFailed', statusErrors: [sentence] }),
  )
}
