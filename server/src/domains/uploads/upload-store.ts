import type { AppContext } from '../../platform/context.ts'
import { TtlCache } from '../../platform/ttl-cache.ts'
import type { UploadRow } from './repository.ts'
import { UploadFiles } from './upload-files.ts'
import { UploadHashes } from './upload-hashes.ts'
import { UploadLocks } from './upload-locks.ts'

/** What of an upload never changes. */
export type KnownUpload = Pick<UploadRow, 'id' | 'sessionId' | 'size'>

/** What a process keeps of unfinished uploads beside the database. */
export interface UploadStore {
  files: UploadFiles
  hashes: UploadHashes
  locks: UploadLocks
  /** By user and upload: who may write to what. Parts of one upload come many times a second. */
  known: TtlCache<KnownUpload>
}

/** How long a lost role may stay unnoticed, milliseconds. */
const staleness = 5_000

/** One per process: two sets of locks would lock nothing. */
export const openUploadStore = ({ config, db }: Pick<AppContext, 'config' | 'db'>): UploadStore => ({
  files: new UploadFiles(config.dataDir),
  hashes: new UploadHashes(),
  locks: new UploadLocks(db.$client),
  known: new TtlCache(staleness, 1_000),
})

export const uploadStoreOf = ({ parts }: Pick<AppContext, 'parts'>): UploadStore => parts.uploads

/** Forgets what is stored of an upload, and ends the request that writes to it. */
export const discardUpload = async ({ files, hashes, locks }: UploadStore, uploadId: string): Promise<void> => {
  await locks.interrupt(uploadId)
  await files.remove(uploadId)
  hashes.drop(uploadId)
}
