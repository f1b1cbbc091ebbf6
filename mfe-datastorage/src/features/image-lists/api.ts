import { call } from '@lamella/shared/api'
import { deleteMedium, retryImage } from '@lamella/shared/contract'

export const processAgain = (imageId: string): Promise<undefined> =>
  call(retryImage, { params: { imageId } }, { action: 'images.retry' })

export const removeMedium = (mediumId: string): Promise<undefined> =>
  call(deleteMedium, { params: { mediumId } }, { action: 'media.delete' })
