import type { Domain } from '../../platform/domain.ts'
import { removeArchives } from './archive.ts'
import { createProcessImage } from './jobs/process-image.ts'
import { imageRoutes } from './routes.ts'
import { expireTrash } from './trash-service.ts'

export { pixelSizeSource, withPixelSize } from './pixel-size.ts'
export { findImage, findProjectOfImage, type ImageRow } from './repository.ts'

/** Images in projects: metadata, thumbnails and tiles. */
export const imagesDomain: Domain = {
  routes: imageRoutes,
  jobs: (context) => ({ 'process-image': createProcessImage(context) }),
  cleanUp: async (context) => {
    await removeArchives(context)
    await expireTrash(context)
  },
}
