import { portalOptions } from './transfer-options.ts'
import { UploadQueue } from './upload-queue.ts'

export { statusWord } from './status-word.ts'
export type { UploadRequest, ZShown } from './upload-task.ts'

/** The one queue of the page. */
export const uploads: UploadQueue = new UploadQueue(portalOptions)
