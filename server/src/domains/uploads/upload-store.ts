import type { AppContext } from '../../platform/context.ts'
import { UploadFiles } from './upload-files.ts'
import { UploadHashes } from './upload-hashes.ts'
import { UploadLocks } from './upload-locks.ts'

/** What a process keeps of unfinished uploads beside the database. */
export interface UploadStore {
  files: UploadFiles
  hashes: UploadHashes
  locks: UploadLocks
}

const stores = new WeakMap<AppContext, UploadStore>()

/** The same for all who share the context: two sets of locks would lock nothing. */
export const uploadStoreOf = (context: AppContext): UploadStore => {
  const known = stores.get(context)
  if (known) return known
  const store = {
    files: new UploadFiles(context.config.dataDir),
    hashes: new UploadHashes(),
    locks: new UploadLocks(context.db.$client),
  }
  stores.set(context, store)
  return store
}

/** Forgets what is stored of an upload, and ends the request that writes to it. */
export const discardUpload = async ({ files, hashes, locks }: UploadStore, uploadId: string): Promise<void> => {
  await locks.interrupt(uploadId)
  await files.remove(uploadId)
  hashes.drop(uploadId)
}
