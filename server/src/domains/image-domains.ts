import { createCleanUp } from '../jobs/handlers/clean-up.ts'
import { createProcessImage } from '../jobs/handlers/process-image.ts'
import type { Domain } from './domain.ts'
import { imageRoutes } from './images/routes.ts'
import { mediaRoutes } from './media/routes.ts'
import { uploadRoutes } from './uploads/routes.ts'

/** What is uploaded, and what is made of it. */
export const imageDomains: readonly Domain[] = [
  { routes: uploadRoutes },
  { routes: mediaRoutes },
  { routes: imageRoutes, jobs: (context) => ({ 'process-image': createProcessImage(context) }) },
  { jobs: (context) => ({ 'clean-up': createCleanUp(context) }) },
]
