import { call, callPages } from '@lamella/shared/api'
import type { Image } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import { openDownload } from '../../lib/open-download.ts'

/** Moves an image to the trash of its project. */
export const trashImage = (imageId: string): Promise<undefined> =>
  call(contract.trashImage, { params: { imageId } }, { action: 'images.trash' })

/** Takes an image out of the trash. */
export const restoreImage = (imageId: string): Promise<undefined> =>
  call(contract.restoreImage, { params: { imageId } }, { action: 'images.restore' })

/** The trash of a project in pages, what was deleted last first. Each is read when it is asked for. */
export const trashPages = (projectId: string): AsyncGenerator<Image[]> =>
  callPages(contract.listTrash, { params: { projectId }, query: { sort: '-trashed' } }, { action: 'images.trash' })

/** Deletes an image permanently. */
export const deleteImage = (imageId: string): Promise<undefined> =>
  call(contract.deleteImage, { params: { imageId } }, { action: 'images.delete' })

/** Deletes all images in the trash of a project. */
export const emptyTrash = (projectId: string): Promise<undefined> =>
  call(contract.emptyTrash, { params: { projectId } }, { action: 'images.emptyTrash' })

/** Renames an image. */
export const renameImage = (imageId: string, name: string): Promise<undefined> =>
  call(contract.updateImage, { params: { imageId }, body: { data: { name } } }, { action: 'images.rename' })

/** Moves images to another project. */
export const moveImages = (projectId: string, images: string[], project: string): Promise<undefined> =>
  call(contract.moveImages, { params: { projectId }, body: { data: { images, project } } }, { action: 'images.move' })

/** Adds tags to images, and removes others. */
export const tagImages = (
  projectId: string,
  images: string[],
  tags: { add: string[]; remove: string[] },
): Promise<undefined> =>
  call(contract.tagImages, { params: { projectId }, body: { data: { images, ...tags } } }, { action: 'images.tag' })

/** Sets the pixel size of images, µm per pixel; null: as each file says. All are changed, or none. */
export const setPixelSizes = (
  projectId: string,
  images: string[],
  um: { x: number; y: number } | null,
): Promise<undefined> =>
  call(
    contract.setPixelSizes,
    { params: { projectId }, body: { data: { images, um } } },
    { action: 'images.setPixelSizes' },
  )

/** Chooses by which Z plane an image is shown first; null: the middle one. */
export const setZPlane = (imageId: string, z: contract.ZChoice | null): Promise<undefined> =>
  call(contract.setZPlane, { params: { imageId }, body: { data: { z } } }, { action: 'images.setZPlane' })

/** Starts the download of an original, or of several as one zip file, by a link with a short-lived ticket. */
export const downloadImages = async (projectId: string, images: readonly Image[]): Promise<void> => {
  const action = { action: 'images.download' }
  const [first, second] = images
  const input = { params: { projectId }, body: { data: { images: images.map(({ id }) => id) } } }
  const address =
    first && !second ? first.downloadUrl : (await call(contract.createImageArchive, input, action)).data.url
  await openDownload(address, action.action)
}
