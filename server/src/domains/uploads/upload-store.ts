import type { AppContext } from '../../platform/context.ts'
import { TtlCache } from '../../platform/ttl-cache.ts'
import type { UploadRow } from './repository.ts'
import { UploadFiles } from './upload-files.ts'
import { UploadHashes } from './upload-hashes.ts'
import { UploadLocks } from './upload-locks.ts'

/** What was fixed when an upload was announced. */
export type AnnouncedUpload = Pick<UploadRow, 'id' | 'sessionId' | 'size'>

/** The right of a user to write to an upload, as it was found. */
interface WriteRight {
  upload: AnnouncedUpload
  /** False after any announced change of access (ADR 20): then the right is looked up again. */
  isUnchanged: () => boolean
}

/** State of unfinished uploads outside of the database. */
export interface UploadStore {
  files: UploadFiles
  hashes: UploadHashes
  locks: UploadLocks
  /** Key: `<user> <upload>`. A cache, because the parts of an upload come many times per second. */
  writeRights: TtlCache<WriteRight>
}

/** Milliseconds that a lost role may stay unnoticed when its announcement was missed (ADR 20). */
const staleness = 5_000

/** Creates the store. One per process: locks of two stores would not exclude each other. */
export const openUploadStore = ({
  config,
  db,
  signals,
}: Pick<AppContext, 'config' | 'db' | 'signals'>): UploadStore => ({
  files: new UploadFiles(config.dataDir),
  hashes: new UploadHashes(),
  locks: new UploadLocks(db.$client, signals),
  writeRights: new TtlCache(staleness, 1_000),
})

/** Aborts the request that writes to an upload, and removes its bytes. */
export const discardUpload = async ({ files, hashes, locks }: UploadStore, uploadId: string): Promise<void> => {
  await locks.interrupt(uploadId)
  await files.remove(uploadId)
  hashes.drop(uploadId)
}
