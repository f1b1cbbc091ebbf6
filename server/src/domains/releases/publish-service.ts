import { type AppId, compatibilityFile } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Operator } from '../../platform/http/identity.ts'
import { type BlobStore, blobKeys } from '../../platform/storage/blobs.ts'
import { isDiskFull, requireDiskSpace } from '../../platform/storage/disk-space.ts'
import { recordOperation } from '../operators/index.ts'
import { requireNoDocument } from './document-types.ts'
import {
  checkFilePath,
  containerFile,
  entryFile,
  type FileHashes,
  integrityOf,
  manifestFile,
  readCompatibility,
  readManifest,
  requirePlain,
  sha256,
} from './release-content.ts'
import { describeRelease, type ReleaseItem } from './release-list.ts'
import { requireAtOrigin } from './remote-origin.ts'
import {
  appendHistory,
  findRelease,
  insertRelease,
  listActive,
  listMoves,
  listRemoved,
  lockRelease,
  type ReleaseRow,
} from './repository.ts'
import { damagedFiles, readFileOf } from './stored-files.ts'

/** No name is that of a file and of a folder. @throws ApiError ERR_0400 */
const requirePlace = async (blobs: BlobStore, prefix: string, path: string): Promise<void> => {
  const refuse = (file: string, folder: string): never => {
    throw new ApiError(
      'ERR_0400',
      `"${path}" cannot be stored: "${file}" would be a file and a folder, with "${folder}" in it. What is left of an attempt to publish this version ` +
        'is removed a day later.',
    )
  }
  const parts = path.split('/')
  for (let length = 1; length < parts.length; length++) {
    const folder = parts.slice(0, length).join('/')
    if (await blobs.stat(prefix + folder)) refuse(folder, path)
  }
  for await (const key of blobs.list(`${prefix}${path}/`)) refuse(path, key.slice(prefix.length))
}

/**
 * Stores one file of a release. It may be stored again while the release is not complete, or with the same bytes.
 * @throws ApiError ERR_0400 for an invalid path, one in another file, or a page, ERR_6001 for other bytes of a published release, ERR_2005 when the disk has only its reserve left
 */
export const storeFile = async (
  { db, blobs, config }: AppContext,
  app: AppId,
  version: string,
  path: string,
  content: Uint8Array,
): Promise<void> => {
  checkFilePath(path)
  requireNoDocument(app, path, content)
  await db.transaction(async (tx) => {
    await lockRelease(tx, app, version)
    const published = await findRelease(tx, app, version)
    if (published) {
      if (published.files[path] !== sha256(content)) throw new ApiError('ERR_6001')
      return
    }
    await requirePlace(blobs, blobKeys.release(app, version), path)
    requireDiskSpace(config.dataDir, content.length)
    await blobs.write(`${blobKeys.release(app, version)}${path}`, content).catch((error: unknown) => {
      throw isDiskFull(error) ? new ApiError('ERR_2005') : error
    })
  })
}

const requireWhole = async (blobs: BlobStore, app: AppId, version: string, files: FileHashes): Promise<void> => {
  for (const path of Object.keys(files)) checkFilePath(path)
  // The entry of a remote is the container's manifest.
  const needed = new Set([entryFile(app), manifestFile, containerFile])
  const missing = [...needed].filter((path) => !Object.hasOwn(files, path))
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

/** What is published, by whom. */
export interface NewRelease {
  app: AppId
  version: string
  files: FileHashes
  operator: Operator
  /** What is new; those of the first publication stay. */
  notes?: string | undefined
  /** Other origin from which browsers load its files. */
  origin?: string | undefined
}

const publish = async (
  tx: Executor,
  { blobs, now, events }: AppContext,
  { app, version, files, operator, notes, origin }: NewRelease,
): Promise<void> => {
  await requireWhole(blobs, app, version, files)
  const read = readFileOf(blobs, app, version)
  const manifest = { ...(await readManifest(app, version, read)), ...(origin !== undefined && { origin }) }
  if (await readCompatibility(files, read)) requirePlain(compatibilityFile, await read(compatibilityFile))
  await removeOthers(blobs, app, version, files)
  await insertRelease(tx, { app, version, integrity: integrityOf(files), files, manifest, published: now(), notes })
  await appendHistory(tx, { app, action: 'publish', version, traffic: null, actor: operator.name })
  await recordOperation(tx, operator, now(), {
    action: 'release.published',
    objectType: 'release',
    name: `${app} ${version}`,
  })
  await events.publish({ type: 'releasesChanged' }, tx)
}

/**
 * Publishes a release whose files are all stored; from then on it never changes. Completing the same content again has no effect.
 * @throws ApiError ERR_6001 for other content or another origin of a published version, ERR_6004 when files are missing, damaged, or of another app or
 *   version
 */
export const completeRelease = async (context: AppContext, release: NewRelease): Promise<ReleaseItem> => {
  const { app, version, files, origin } = release
  // Outside of the transaction: another server is asked.
  if (origin !== undefined) await requireAtOrigin(context, { app, version, files, origin })
  return context.db.transaction(async (tx) => {
    await lockRelease(tx, app, version)
    const published = await findRelease(tx, app, version)
    if (published && published.integrity !== integrityOf(files)) throw new ApiError('ERR_6001')
    if (published && published.manifest.origin !== origin) {
      const place = published.manifest.origin ? `at ${published.manifest.origin}` : 'without another origin'
      throw new ApiError('ERR_6001', `${app} ${version} is published ${place} already. Publish another version.`)
    }
    // Browsers and proxies may keep the files of a removed version for a year.
    const removed = (await listRemoved(tx, app)).find((one) => one.version === version)
    if (removed && removed.integrity !== integrityOf(files)) {
      throw new ApiError('ERR_6001', `${app} ${version} was removed, and had other content. Publish another version.`)
    }
    if (!published) await publish(tx, context, release)
    return describeRelease(
      published ?? requireRelease(await findRelease(tx, app, version)),
      await listActive(tx),
      await listMoves(tx, app),
    )
  })
}

/** @throws ApiError ERR_6002 for null */
export const requireRelease = (release: ReleaseRow | null): ReleaseRow => {
  if (!release) throw new ApiError('ERR_6002')
  return release
}
