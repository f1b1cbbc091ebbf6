import type { Domain } from '../../platform/domain.ts'
import { removeArchives } from './archive.ts'
import { enqueueForgottenImages } from './forgotten-images.ts'
import { createProcessImage } from './jobs/process-image.ts'
import { imageRoutes } from './routes.ts'
import { expireTrash } from './trash-service.ts'

export { namesInArchive } from './archive.ts'
export { OpenPlanes } from './open-planes.ts'
export { pixelSizeSource, withPixelSize } from './pixel-size.ts'
export { presentView } from './present-view.ts'
export { findImage, findImagesOf, findProjectOfImage, type ImageRow, keepImage } from './repository.ts'
export { planeKey, TileSources } from './tile-source.ts'

/** Images in projects: metadata, thumbnails and tiles. */
export const imagesDomain: Domain = {
  routes: imageRoutes,
  jobs: (context) => ({ 'process-image': createProcessImage(context) }),
  cleanUp: async (context) => {
    await removeArchives(context)
    await expireTrash(context)
    await enqueueForgottenImages(context)
  },
}
