import { call } from '@lamella/shared/api'
import { retryImage, setPixelSize } from '@lamella/shared/contract'

/**
 * Processes an image's stored file again.
 * @throws ApiFailure when the file is not stored
 */
export const reprocessImage = (imageId: string): Promise<undefined> =>
  call(retryImage, { params: { imageId } }, { action: 'images.retry' })

/** Sets the pixel size of an image, µm per pixel; null: as its file says. */
export const savePixelSize = (imageId: string, um: { x: number; y: number } | null): Promise<undefined> =>
  call(setPixelSize, { params: { imageId }, body: { data: { um } } }, { action: 'images.setPixelSize' })
