import { call } from '@lamella/shared/api'
import { deleteImage, retryImage } from '@lamella/shared/contract'

export const removeImage = (imageId: string): Promise<undefined> =>
  call(deleteImage, { params: { imageId } }, { action: 'images.delete' })

export const processAgain = (imageId: string): Promise<undefined> =>
  call(retryImage, { params: { imageId } }, { action: 'images.retry' })
