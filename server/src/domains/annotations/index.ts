import type { Domain } from '../../platform/domain.ts'
import { createImportAnnotations, enqueueForgottenImports } from './import-job.ts'
import { importRoutes } from './import-routes.ts'
import { annotationRoutes } from './routes.ts'

/** Annotations: what people draw on images. */
export const annotationsDomain: Domain = {
  routes: (app, context) => {
    annotationRoutes(app, context)
    importRoutes(app, context)
  },
  jobs: (context) => ({ 'import-annotations': createImportAnnotations(context) }),
  cleanUp: enqueueForgottenImports,
}
