import { call } from '@lamella/shared/api'
import { deleteMedium, retryImage } from '@lamella/shared/contract'

/**
 * Processes an image's stored file again.
 * @throws ApiFailure when the file is not stored
 */
export const reprocessImage = (imageId: string): Promise<undefined> =>
  call(retryImage, { params: { imageId } }, { action: 'images.retry' })

/** Deletes a medium with its image and file. */
export const removeMedium = (mediumId: string): Promise<undefined> =>
  call(deleteMedium, { params: { mediumId } }, { action: 'media.delete' })
