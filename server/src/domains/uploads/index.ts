import type { Domain } from '../../platform/domain.ts'
import { cleanUpUploads } from './clean-up.ts'
import { uploadRoutes } from './routes.ts'
import { discardUpload, openUploadStore, type UploadStore } from './upload-store.ts'

declare module '../../platform/context.ts' {
  interface DomainState {
    uploads: UploadStore
  }
}

/** Uploads in parts (docs/upload-protocol.md). */
export const uploadsDomain: Domain = {
  routes: uploadRoutes,
  cleanUp: cleanUpUploads,
  state: (context) => {
    const uploads = openUploadStore(context)
    return { uploads, discardUpload: (uploadId) => discardUpload(uploads, uploadId) }
  },
}
