import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { AppContext } from '../../../platform/context.ts'
import { createWorkFolder, removeWorkFolders } from '../../../platform/process/work-folder.ts'
import { isInterrupted, type JobContext, type JobHandlers } from '../../../platform/queue/job-types.ts'
import { blobKeys } from '../../../platform/storage/blobs.ts'
import { drawPicture } from '../../../samples/draw-picture.ts'
import { changeMedium, findMedium, findOrganisationOfMedium, type MediumChange } from '../../media/index.ts'

/** While a picture is drawn, its image is shown as being processed. */
export const waiting = ['uploadFinished', 'processing'] as const

/** The state of a picture that could not be drawn. */
export const notDrawn: MediumChange = {
  status: 'uploadFailed',
  statusErrors: ['The picture could not be drawn because of an error of the server.'],
}

/** Milliseconds between two looks whether the image was deleted: a slide takes two minutes of a core. */
const lookAgain = 2000

/** Handler of `draw-sample`: draws a picture and passes it on as if it had been uploaded. A second run draws the same pixels again. */
export const createDrawSample =
  (context: AppContext): JobHandlers['draw-sample'] =>
  async ({ mediumId, pictureId }, attempt) => {
    const { dataDir } = context.config
    const work = `draw-${mediumId}`
    const begun = await context.db.transaction((tx) =>
      changeMedium(context, tx, mediumId, waiting, { status: 'processing' }),
    )
    if (!begun) return removeWorkFolders(dataDir, work)
    const gone = new AbortController()
    const watch = setInterval(async () => {
      const medium = await findMedium(context.db, mediumId).catch(() => 'unknown')
      if (medium === null) gone.abort(new Error('The image was deleted while it was drawn'))
    }, lookAgain)
    try {
      const folder = await createWorkFolder(dataDir, work)
      const drawn = await drawPicture(
        pictureId,
        join(folder, 'picture'),
        AbortSignal.any([attempt.signal, gone.signal]),
      )
      await store(context, mediumId, drawn)
    } catch (error) {
      if (!gone.signal.aborted) await recordFailure(context, mediumId, attempt, error)
    } finally {
      clearInterval(watch)
      await removeWorkFolders(dataDir, work)
    }
  }

const store = async (
  context: AppContext,
  mediumId: string,
  { picture, truth }: { picture: string; truth: string },
): Promise<void> => {
  const { size } = await stat(picture)
  const hash = createHash('sha256')
  await pipeline(createReadStream(picture), hash)
  const sha256 = hash.digest('hex')
  await context.blobs.adopt(blobKeys.original(mediumId), picture)
  await context.blobs.adopt(blobKeys.truth(mediumId), truth)
  const stored = await context.db.transaction(async (tx) => {
    const change = { status: 'uploadFinished', sha256, size } as const
    if (!(await changeMedium(context, tx, mediumId, waiting, change))) return false
    const organisationId = await findOrganisationOfMedium(tx, mediumId)
    await context.queue.enqueue('process-image', { organisationId, mediumId }, { tx, singletonKey: mediumId })
    return true
  })
  // Deleted meanwhile: the blobs may have been removed before these were stored.
  if (!stored && !(await findMedium(context.db, mediumId))) await context.blobs.remove(blobKeys.medium(mediumId))
}

const recordFailure = async (
  context: AppContext,
  mediumId: string,
  { signal, isLastTry }: JobContext,
  error: unknown,
): Promise<void> => {
  if (isInterrupted(signal) || !isLastTry) throw error
  context.log.warn({ err: error, mediumId }, 'a sample picture could not be drawn')
  await context.db.transaction((tx) => changeMedium(context, tx, mediumId, waiting, notDrawn))
}
