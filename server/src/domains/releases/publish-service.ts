import type { AppId } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { BlobMissing, type BlobStore, blobKeys } from '../../platform/storage/blobs.ts'
import {
  checkFilePath,
  containerFile,
  entryFile,
  type FileHashes,
  integrityOf,
  manifestFile,
  readManifest,
  sha256,
} from './release-content.ts'
import { describeRelease, type ReleaseItem } from './release-list.ts'
import { appendHistory, findRelease, insertRelease, listActive, lockRelease, type ReleaseRow } from './repository.ts'

const readAll = async (blobs: BlobStore, key: string): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of await blobs.read(key)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const readFileOf = (blobs: BlobStore, app: AppId, version: string) => (path: string) =>
  readAll(blobs, `${blobKeys.release(app, version)}${path}`)

/**
 * Stores one file of a release. It may be stored again while the release is not complete, or with the same bytes.
 * @throws ApiError ERR_0400 for an invalid path, ERR_6001 for other bytes of a published release
 */
export const storeFile = async (
  { db, blobs }: AppContext,
  app: AppId,
  version: string,
  path: string,
  content: Uint8Array,
): Promise<void> => {
  checkFilePath(path)
  await db.transaction(async (tx) => {
    await lockRelease(tx, app, version)
    const published = await findRelease(tx, app, version)
    if (!published) await blobs.write(`${blobKeys.release(app, version)}${path}`, content)
    else if (published.files[path] !== sha256(content)) throw new ApiError('ERR_6001')
  })
}

/** Paths of files whose bytes are missing or differ from their hash, sorted. */
const damagedFiles = async (blobs: BlobStore, app: AppId, version: string, files: FileHashes): Promise<string[]> => {
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

const requireWhole = async (blobs: BlobStore, app: AppId, version: string, files: FileHashes): Promise<void> => {
  for (const path of Object.keys(files)) checkFilePath(path)
  const missing = [entryFile(app), manifestFile, containerFile].filter((path) => !Object.hasOwn(files, path))
  if (missing.length > 0) throw new ApiError('ERR_6004', `The release lacks ${missing.join(', ')}.`)
  const damaged = await damagedFiles(blobs, app, version, files)
  if (damaged.length > 0) {
    throw new ApiError('ERR_6004', `Missing or other than their hash says: ${damaged.slice(0, 5).join(', ')}.`)
  }
}

/** Removes files of earlier attempts that are not part of the release. */
const removeOthers = async (blobs: BlobStore, app: AppId, version: string, files: FileHashes): Promise<void> => {
  const prefix = blobKeys.release(app, version)
  for await (const key of blobs.list(prefix)) {
    if (!Object.hasOwn(files, key.slice(prefix.length))) await blobs.remove(key)
  }
}

const publish = async (
  tx: Executor,
  { blobs, now }: AppContext,
  { app, version, files, actor }: { app: AppId; version: string; files: FileHashes; actor: string },
): Promise<void> => {
  await requireWhole(blobs, app, version, files)
  const manifest = await readManifest(app, version, readFileOf(blobs, app, version))
  await removeOthers(blobs, app, version, files)
  await insertRelease(tx, { app, version, integrity: integrityOf(files), files, manifest, published: now() })
  await appendHistory(tx, { app, action: 'publish', version, traffic: null, actor })
}

/**
 * Publishes a release whose files are all stored; from then on it never changes. Completing the same content again has no effect.
 * @throws ApiError ERR_6001 for other content of a published version, ERR_6004 when files are missing, damaged, or of another app or
 *   version
 */
export const completeRelease = async (
  context: AppContext,
  release: { app: AppId; version: string; files: FileHashes; actor: string },
): Promise<ReleaseItem> =>
  context.db.transaction(async (tx) => {
    const { app, version, files } = release
    await lockRelease(tx, app, version)
    const published = await findRelease(tx, app, version)
    if (published && published.integrity !== integrityOf(files)) throw new ApiError('ERR_6001')
    if (!published) await publish(tx, context, release)
    return describeRelease(published ?? requireRelease(await findRelease(tx, app, version)), await listActive(tx))
  })

/** @throws ApiError ERR_6002 for null */
export const requireRelease = (release: ReleaseRow | null): ReleaseRow => {
  if (!release) throw new ApiError('ERR_6002')
  return release
}

/** Reads every byte of a release. @returns number of files, and paths of damaged ones @throws ApiError ERR_6002 */
export const checkRelease = async (
  { db, blobs }: AppContext,
  app: AppId,
  version: string,
): Promise<{ files: number; damaged: string[] }> => {
  const { files } = requireRelease(await findRelease(db, app, version))
  return { files: Object.keys(files).length, damaged: await damagedFiles(blobs, app, version, files) }
}
