import type {
  HandlerInput,
  Image,
  ImageView,
  setPixelSize as SetPixelSize,
  setPixelSizes as SetPixelSizes,
  ZChoice,
} from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { sanitiseName } from '../../platform/sanitise-name.ts'
import { recordAudit } from '../audit/index.ts'
import { changeMedium, deleteMedia, publishMediumChanged } from '../media/index.ts'
import { findFullName } from '../users/index.ts'
import { tagsOf } from './library-repository.ts'
import { presentImage } from './present-image.ts'
import { presentView } from './present-view.ts'
import * as repository from './repository.ts'

const findImage = async ({ db }: AppContext, imageId: string): Promise<repository.ImageRow> => {
  const row = await repository.findImage(db, imageId)
  if (!row) throw new ApiError('ERR_0404')
  return row
}

/** @throws ApiError ERR_0404 */
export const getImage = async (context: AppContext, imageId: string): Promise<Image> => {
  const found = await findImage(context, imageId)
  const tags = await tagsOf(context.db, [imageId])
  const counts = await repository.countObjectsOf(context.db, [imageId])
  return {
    ...presentImage(found),
    tags: tags.get(imageId) ?? [],
    ...(counts.get(imageId) ?? repository.noObjects),
    labelAssignmentCounts: await repository.countLabelsOf(context.db, imageId),
  }
}

/** @throws ApiError ERR_0404; ERR_3001 where there is no such scene, ERR_3002 before the image is available */
export const getView = async (context: AppContext, imageId: string, scene: number): Promise<ImageView> => {
  const { image, medium } = await findImage(context, imageId)
  if (medium.status !== 'available' || !medium.description) throw new ApiError('ERR_3002')
  const view = presentView(medium.description, medium.further, image.zShown, scene)
  if (!view) throw new ApiError('ERR_3001')
  return view
}

/**
 * Chooses the Z plane by which an image is shown first. Analyses measure the middle plane, whatever is shown.
 *
 * @param z null: the middle plane
 * @throws ApiError ERR_0404; ERR_3001 where the image has no such plane, ERR_3002 before it is available
 */
export const setZPlane = async (
  context: AppContext,
  { userId, organisationId }: Principal,
  imageId: string,
  z: ZChoice | null,
): Promise<void> => {
  const { image, medium } = await findImage(context, imageId)
  const { zCount = 1, hasMaximum } = await getView(context, imageId, 0)
  if (z === 'max' ? !hasMaximum : z !== null && z >= zCount) throw new ApiError('ERR_3001')
  const at = context.now()
  await context.db.transaction(async (tx) => {
    if (!(await repository.putZShown(tx, imageId, z, at))) throw new ApiError('ERR_0404')
    const object = {
      objectType: 'image',
      objectId: imageId,
      projectId: image.projectId,
      detail: { name: image.name, z },
    }
    await recordAudit(tx, { at, organisationId, userId, action: 'image.z-plane-set', ...object })
    await publishMediumChanged(context, tx, medium.id, medium.status)
  })
}

/** @throws ApiError ERR_0404 */
export const renameImage = async (
  context: AppContext,
  { userId, organisationId }: Principal,
  imageId: string,
  text: string,
): Promise<void> => {
  const name = sanitiseName(text)
  const { image, medium } = await findImage(context, imageId)
  const at = context.now()
  await context.db.transaction(async (tx) => {
    if (!(await repository.renameImage(tx, imageId, name, at))) throw new ApiError('ERR_0404')
    await publishMediumChanged(context, tx, medium.id, medium.status)
    const { projectId } = image
    const object = { objectType: 'image', objectId: imageId, projectId, detail: { name: image.name, newName: name } }
    await recordAudit(tx, { at, organisationId, userId, action: 'image.renamed', ...object })
  })
}

type UmPerPixel = HandlerInput<typeof SetPixelSize>['body']['data']['um']

const sizeText = ({ x, y }: NonNullable<UmPerPixel>): string => (x === y ? `${x} µm` : `${x} × ${y} µm`)

/**
 * Sets the pixel size of an image. Results that are there keep the one they were measured with.
 *
 * @param um null: as the file says
 * @throws ApiError ERR_0404, ERR_3002 before the image is available
 */
export const setPixelSize = async (
  context: AppContext,
  principal: Principal,
  imageId: string,
  um: UmPerPixel,
): Promise<void> => {
  await context.db.transaction(async (tx) => {
    const found = await repository.findImage(tx, imageId)
    if (!found) throw new ApiError('ERR_0404')
    await putPixelSize(context, tx, principal, found, um)
  })
}

/**
 * The same of several images of a project: of all of them, or of none.
 *
 * @throws ApiError ERR_0404 where one is not in the project, ERR_3002 where one is not available
 */
export const setPixelSizes = (
  context: AppContext,
  principal: Principal,
  projectId: string,
  { images, um }: HandlerInput<typeof SetPixelSizes>['body']['data'],
): Promise<void> =>
  context.db.transaction(async (tx) => {
    const wanted = new Set(images)
    const found = await repository.lockImages(tx, projectId, [...wanted])
    if (found.length < wanted.size) throw new ApiError('ERR_0404')
    for (const one of found) await putPixelSize(context, tx, principal, one, um)
  })

const putPixelSize = async (
  context: AppContext,
  tx: Executor,
  { userId, organisationId }: Principal,
  {
    image,
    medium,
  }: Pick<repository.ListedImage, 'image'> & { medium: Pick<repository.ListedImage['medium'], 'id' | 'status'> },
  um: UmPerPixel,
): Promise<void> => {
  if (medium.status !== 'available') throw new ApiError('ERR_3002')
  if (!um && !image.givenPixelSize) return
  const at = context.now()
  const by = { id: userId, fullName: await findFullName(tx, userId) }
  const given = um && { um, by, at: at.toISOString() }
  if (!(await repository.putPixelSize(tx, image.id, given, at))) throw new ApiError('ERR_0404')
  await publishMediumChanged(context, tx, medium.id, medium.status)
  const action = um ? 'image.pixel-size-set' : 'image.pixel-size-cleared'
  const detail = { name: image.name, ...(um && { pixelSize: sizeText(um) }) }
  const object = { objectType: 'image', objectId: image.id, projectId: image.projectId, detail }
  await recordAudit(tx, { at, organisationId, userId, action, ...object })
}

/** Deletes an image, also one in the trash, with its medium, results and files. @throws ApiError ERR_0404 */
export const deleteImage = async (
  context: AppContext,
  { userId, organisationId }: Principal,
  imageId: string,
): Promise<void> => {
  const found = await repository.findAnyImage(context.db, imageId)
  if (!found) throw new ApiError('ERR_0404')
  const { image, medium } = found
  const at = context.now()
  const finish = await context.db.transaction(async (tx) => {
    const object = { objectType: 'image', objectId: imageId, projectId: image.projectId }
    const detail = { name: image.name }
    await recordAudit(tx, { at, organisationId, userId, action: 'image.deleted', ...object, detail })
    return deleteMedia(context, tx, [medium.id])
  })
  await finish()
}

/** Processes a failed image again. @throws ApiError ERR_0404, ERR_0409 unless its processing has failed */
export const retryImage = async (context: AppContext, { userId }: Principal, imageId: string): Promise<void> => {
  const { image, medium } = await findImage(context, imageId)
  const at = context.now()
  await context.db.transaction(async (tx) => {
    const again = await changeMedium(context, tx, medium.id, ['processingFailed'], { status: 'uploadFinished' })
    if (!again) throw new ApiError('ERR_0409', 'Only an image whose processing has failed can be processed again.')
    const { id: mediumId, organisationId } = medium
    await context.queue.enqueue('process-image', { organisationId, mediumId }, { tx, singletonKey: mediumId })
    const object = { objectType: 'image', objectId: imageId, projectId: image.projectId, detail: { name: image.name } }
    await recordAudit(tx, { at, organisationId, userId, action: 'image.processed-again', ...object })
  })
}
