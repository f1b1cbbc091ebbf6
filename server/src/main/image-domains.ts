import { createProcessImage } from '../domains/images/jobs/process-image.ts'
import { imageRoutes } from '../domains/images/routes.ts'
import { mediaRoutes } from '../domains/media/routes.ts'
import { uploadRoutes } from '../domains/uploads/routes.ts'
import type { Domain } from '../platform/domain.ts'
import { createCleanUp } from './clean-up.ts'

/** What is uploaded, and what is made of it. */
export const imageDomains: readonly Domain[] = [
  { routes: uploadRoutes },
  { routes: mediaRoutes },
  { routes: imageRoutes, jobs: (context) => ({ 'process-image': createProcessImage(context) }) },
  { jobs: (context) => ({ 'clean-up': createCleanUp(context) }) },
]
