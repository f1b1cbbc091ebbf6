import type { Domain } from '../../platform/domain.ts'
import { cleanUpExports, createExportAnnotations } from './export-job.ts'
import { exportRoutes } from './export-routes.ts'
import { createImportAnnotations, enqueueForgottenImports } from './import-job.ts'
import { importRoutes } from './import-routes.ts'
import { annotationRoutes } from './routes.ts'

/** Annotations: what people draw on images. */
export const annotationsDomain: Domain = {
  routes: (app, context) => {
    annotationRoutes(app, context)
    importRoutes(app, context)
    exportRoutes(app, context)
  },
  jobs: (context) => ({
    'import-annotations': createImportAnnotations(context),
    'export-annotations': createExportAnnotations(context),
  }),
  cleanUp: async (context) => {
    await enqueueForgottenImports(context)
    await cleanUpExports(context)
  },
}
