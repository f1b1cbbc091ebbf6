import { Readable } from 'node:stream'
import {
  type AnnotationImport,
  type AnnotationImportReport,
  type AnnotationImportStatus,
  type adoptResult,
  type HandlerInput,
  isAtLeast,
  type MaskValues,
  type ProjectRole,
  projectRights,
} from '@lamella/shared/contract'
import { uuidv7 } from 'uuidv7'
import { parseSize } from '../../platform/config.ts'
import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { consumeRateLimit, limits } from '../../platform/http/rate-limits.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import { isDiskFull, requireDiskSpace } from '../../platform/storage/disk-space.ts'
import { findAdoptableResult } from '../analysis/index.ts'
import { findProjectOfImage } from '../images/index.ts'
import * as repository from './import-repository.ts'
import { keepImage, scenesOf } from './repository.ts'

const present = (row: repository.ImportRow): AnnotationImport => ({
  id: row.id,
  imageId: row.imageId,
  fileName: row.fileName,
  adopted: row.resultId === null ? null : { result: row.resultId, correction: row.correctionId },
  owner: row.ownerId,
  status: row.status,
  isBusy: row.isBusy,
  progress: row.progress,
  counts: row.counts,
  error: row.error,
  labelsLeftOut: row.labelsLeftOut,
  created: row.created.toISOString(),
})

/** @throws ApiError ERR_2004, ERR_2005 */
const requireRoom = ({ config }: AppContext, size: number, more: number): void => {
  const { maxUploadSize, dataDir } = config
  if (size > parseSize(maxUploadSize)) throw new ApiError('ERR_2004', `The file is larger than ${maxUploadSize}.`)
  requireDiskSpace(dataDir, more)
}

/** The pieces of a body, for which there is room. @throws ApiError ERR_2004, ERR_2005, ERR_2008 */
async function* received(context: AppContext, body: Readable): AsyncGenerator<Uint8Array> {
  let size = 0
  try {
    for await (const piece of body) {
      size += piece.length
      requireRoom(context, size, piece.length)
      yield piece
    }
  } catch (error) {
    throw body.errored ? new ApiError('ERR_2008', 'The connection ended before the file did.') : error
  }
}

/** A file of annotations that is received for an image. */
interface ReceivedFile {
  imageId: string
  fileName: string
  maskValues: MaskValues | null
  /** Bytes as the request declares them; 0: it does not. */
  size: number
  body: Readable
}

/** @throws ApiError ERR_0404, ERR_3002 while the image is not available */
const requireScenes = async ({ db }: AppContext, imageId: string): Promise<void> => {
  const scenes = await scenesOf(db, imageId)
  if (!scenes) throw new ApiError('ERR_0404')
  if (scenes.length === 0) throw new ApiError('ERR_3002')
}

/** Stores an import, and enqueues it. @throws ApiError ERR_0404 */
const begin = (
  { db, queue, now }: AppContext,
  { userId, organisationId }: Principal,
  role: ProjectRole | null,
  what: Pick<repository.ImportRow, 'id' | 'imageId' | 'fileName'> & Partial<repository.ImportRow>,
): Promise<AnnotationImport> => {
  const mayAddLabels = role !== null && isAtLeast(role, projectRights.edit)
  return db.transaction(async (tx) => {
    if (!(await keepImage(tx, what.imageId))) throw new ApiError('ERR_0404')
    const stored = await repository.insertImport(tx, { ...what, ownerId: userId, mayAddLabels, created: now() })
    await queue.enqueue('import-annotations', { organisationId, importId: what.id }, { tx, singletonKey: what.id })
    return present(stored)
  })
}

/**
 * Stores a file of annotations, and enqueues its import into an image. Of a file that did not arrive whole nothing stays.
 * @throws ApiError ERR_0404, ERR_3002 while the image is not available, ERR_0429, ERR_2004, ERR_2005, ERR_2008
 */
export const receiveImport = async (
  context: AppContext,
  principal: Principal,
  role: ProjectRole | null,
  { imageId, fileName, maskValues, size, body }: ReceivedFile,
): Promise<AnnotationImport> => {
  const { db, blobs, now } = context
  await requireScenes(context, imageId)
  // Before the body is read: an answer in its midst would not reach the client.
  requireRoom(context, size, size)
  await consumeRateLimit(db, limits.importByUser, principal.userId, now())
  const id = uuidv7()
  await blobs.write(blobKeys.annotationFile(id), Readable.from(received(context, body))).catch((error: unknown) => {
    throw isDiskFull(error) ? new ApiError('ERR_2005') : error
  })
  return begin(context, principal, role, { id, imageId, fileName, maskValues })
}

/**
 * Enqueues an import of the objects of a result into its image.
 * @throws ApiError ERR_0404, ERR_3002 while the image is not available, ERR_0429
 */
export const adoptObjects = async (
  context: AppContext,
  principal: Principal,
  role: ProjectRole | null,
  imageId: string,
  { result: resultId, correction: correctionId }: HandlerInput<typeof adoptResult>['body']['data'],
): Promise<AnnotationImport> => {
  await requireScenes(context, imageId)
  const result = await findAdoptableResult(context.db, resultId, correctionId)
  // A job stays in its project when its image goes to another one, whose members may not see it.
  if (result?.imageId !== imageId || result.projectId !== (await findProjectOfImage(context.db, imageId))) {
    throw new ApiError('ERR_0404')
  }
  await consumeRateLimit(context.db, limits.importByUser, principal.userId, context.now())
  const fileName = `${result.application}${correctionId === null ? '' : ', corrected'}`
  return begin(context, principal, role, { id: uuidv7(), imageId, fileName, resultId, correctionId })
}

/** The last imports of an image, the newest first. */
export const listImports = async ({ db }: AppContext, imageId: string): Promise<AnnotationImport[]> =>
  (await repository.importsOfImage(db, imageId)).map(present)

/** @throws ApiError ERR_0404 */
export const getImport = async (
  { db }: AppContext,
  imageId: string,
  importId: string,
): Promise<AnnotationImportReport> => {
  const row = await repository.findImport(db, importId)
  if (row?.imageId !== imageId) throw new ApiError('ERR_0404')
  return { ...present(row), refusals: row.refusals }
}

type Wanted = Extract<AnnotationImportStatus, 'cancelled' | 'undone' | 'successful'>

/** Of which status an import must be to get another one. */
const formerly = { cancelled: 'running', undone: 'successful', successful: 'undone' } as const satisfies Record<
  Wanted,
  AnnotationImportStatus
>

/**
 * Cancels an import, takes it back or makes it again: a job makes its objects so.
 * @throws ApiError ERR_0404, ERR_0409 also for an import of somebody else
 */
export const changeImportStatus = (
  { db, queue, events, now }: AppContext,
  { userId, organisationId }: Principal,
  { imageId, importId }: { imageId: string; importId: string },
  status: Wanted,
): Promise<void> =>
  db.transaction(async (tx) => {
    const row = await repository.lockImport(tx, importId)
    if (row?.imageId !== imageId) throw new ApiError('ERR_0404')
    if (row.ownerId !== userId) throw new ApiError('ERR_0409', 'Only who has imported the file can take it back.')
    if (row.status === status) return
    const isReady = row.status === formerly[status] && (row.status === 'running' || !row.isBusy)
    if (!isReady) throw new ApiError('ERR_0409', 'The import is being changed, or has ended in another way.')
    const image = await keepImage(tx, imageId)
    if (!image) throw new ApiError('ERR_0404')
    const isTakenBack = status !== 'successful'
    await repository.changeImport(tx, importId, {
      status,
      isBusy: true,
      progress: 0,
      error: null,
      ...(isTakenBack && { takenBack: now() }),
    })
    await queue.enqueue('import-annotations', { organisationId, importId }, { tx, singletonKey: importId })
    await events.publish({ type: 'annotationImport', id: importId, project: image.projectId, image: imageId }, tx)
  })
