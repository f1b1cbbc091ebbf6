import { call } from '@lamella/shared/api'
import { deleteImage, retryImage } from '@lamella/shared/contract'

/** Deletes an image of a project. */
export const removeImage = (imageId: string): Promise<undefined> =>
  call(deleteImage, { params: { imageId } }, { action: 'images.delete' })

/**
 * Processes an image's stored file again.
 * @throws ApiFailure when the file is not stored
 */
export const reprocessImage = (imageId: string): Promise<undefined> =>
  call(retryImage, { params: { imageId } }, { action: 'images.retry' })
