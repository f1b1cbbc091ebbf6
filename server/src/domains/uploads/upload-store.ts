import type { AppContext } from '../../platform/context.ts'
import { TtlCache } from '../../platform/ttl-cache.ts'
import type { UploadRow } from './repository.ts'
import { UploadFiles } from './upload-files.ts'
import { UploadHashes } from './upload-hashes.ts'
import { UploadLocks } from './upload-locks.ts'

/** What was fixed when an upload was announced. */
export type AnnouncedUpload = Pick<UploadRow, 'id' | 'sessionId' | 'size'>

/** State of unfinished uploads outside of the database. */
export interface UploadStore {
  files: UploadFiles
  hashes: UploadHashes
  locks: UploadLocks
  /** Key: `<user> <upload>`. Caches the right to write, because the parts of an upload come many times per second. */
  writers: TtlCache<AnnouncedUpload>
}

/** Milliseconds that a lost role may stay unnoticed. */
const staleness = 5_000

/** Creates the store. One per process: locks of two stores would not exclude each other. */
export const openUploadStore = ({ config, db }: Pick<AppContext, 'config' | 'db'>): UploadStore => ({
  files: new UploadFiles(config.dataDir),
  hashes: new UploadHashes(),
  locks: new UploadLocks(db.$client),
  writers: new TtlCache(staleness, 1_000),
})

/** Aborts the request that writes to an upload, and removes its bytes. */
export const discardUpload = async ({ files, hashes, locks }: UploadStore, uploadId: string): Promise<void> => {
  await locks.interrupt(uploadId)
  await files.remove(uploadId)
  hashes.drop(uploadId)
}
