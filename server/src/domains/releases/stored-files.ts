import { buffer } from 'node:stream/consumers'
import type { AppId } from '@lamella/shared/contract'
import pMap from 'p-map'
import { BlobMissing, type BlobStore, blobKeys } from '../../platform/storage/blobs.ts'
import { type FileHashes, sha256 } from './release-content.ts'

/** Reads files of a release by their path. */
export const readFileOf =
  (blobs: BlobStore, app: AppId, version: string) =>
  async (path: string): Promise<Buffer> =>
    buffer(await blobs.read(`${blobKeys.release(app, version)}${path}`))

/** Files that are read at the same time. */
const atOnce = 4

/** Paths of files whose bytes are missing or differ from their hash, sorted. */
export const damagedFiles = async (
  blobs: BlobStore,
  app: AppId,
  version: string,
  files: FileHashes,
): Promise<string[]> => {
  const read = readFileOf(blobs, app, version)
  const isDamaged = async ([path, hash]: [string, string]): Promise<boolean> => {
    const content = await read(path).catch((error) => {
      if (error instanceof BlobMissing) return null
      throw error
    })
    return !content || sha256(content) !== hash
  }
  const named = Object.entries(files)
  const damaged = await pMap(named, isDamaged, { concurrency: atOnce })
  return named.flatMap(([path], i) => (damaged[i] ? [path] : [])).sort()
}
