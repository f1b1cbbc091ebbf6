import type { Domain } from '../../platform/domain.ts'
import { annotationRoutes } from './routes.ts'

/** Annotations: what people draw on images. */
export const annotationsDomain: Domain = { routes: annotationRoutes }
