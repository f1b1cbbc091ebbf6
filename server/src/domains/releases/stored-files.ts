import { buffer } from 'node:stream/consumers'
import type { AppId } from '@lamella/shared/contract'
import { BlobMissing, type BlobStore, blobKeys } from '../../platform/storage/blobs.ts'
import { type FileHashes, sha256 } from './release-content.ts'

/** Reads files of a release by their path. */
export const readFileOf =
  (blobs: BlobStore, app: AppId, version: string) =>
  async (path: string): Promise<Buffer> =>
    buffer(await blobs.read(`${blobKeys.release(app, version)}${path}`))

/** Paths of files whose bytes are missing or differ from their hash, sorted. */
export const damagedFiles = async (
  blobs: BlobStore,
  app: AppId,
  version: string,
  files: FileHashes,
): Promise<string[]> => {
  const read = readFileOf(blobs, app, version)
  const damaged: string[] = []
  for (const [path, hash] of Object.entries(files)) {
    const content = await read(path).catch((error) => {
      if (error instanceof BlobMissing) return null
      throw error
    })
    if (!content || sha256(content) !== hash) damaged.push(path)
  }
  return damaged.sort()
}
