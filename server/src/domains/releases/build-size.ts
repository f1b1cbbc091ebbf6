import type { AppId, BuildSize } from '@lamella/shared/contract'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { type BlobStore, blobKeys } from '../../platform/storage/blobs.ts'
import { containerFile, type FileHashes } from './release-content.ts'
import type { ReleaseRow } from './repository.ts'
import { readFileOf } from './stored-files.ts'

const files = z.object({ sync: z.array(z.string()) })
/** The part of the federation manifest that says what is loaded before the first page of a remote. */
const container = z.object({
  metaData: z.object({ remoteEntry: z.object({ name: z.string() }) }),
  exposes: z.array(z.object({ assets: z.object({ js: files, css: files }) })).check(z.minLength(1)),
})

const isCompressed = (path: string): boolean => /\.(br|gz)$/.test(path)

/** Files that load the module of a remote; null: a shell, or a build of another kind. */
const firstFiles = (manifest: unknown): string[] | null => {
  const read = container.safeParse(manifest)
  if (!read.success || read.data.metaData.remoteEntry.name === '') return null
  const { metaData, exposes } = read.data
  const exposed = exposes.flatMap(({ assets }) => [...assets.js.sync, ...assets.css.sync])
  return [...new Set([containerFile, metaData.remoteEntry.name, ...exposed])]
}

const parse = (content: Buffer): unknown => {
  try {
    return JSON.parse(content.toString())
  } catch {
    return null
  }
}

const measure = async (blobs: BlobStore, app: AppId, version: string, hashes: FileHashes): Promise<BuildSize> => {
  const sizeOf = async (path: string): Promise<number> =>
    (await blobs.stat(`${blobKeys.release(app, version)}${path}`))?.size ?? 0
  const sizeOfAll = async (paths: readonly string[]): Promise<number> => {
    let bytes = 0
    for (const path of paths) bytes += await sizeOf(path)
    return bytes
  }
  const first = firstFiles(parse(await readFileOf(blobs, app, version)(containerFile)))
  const transferred = first?.map((path) => (Object.hasOwn(hashes, `${path}.br`) ? `${path}.br` : path))
  return {
    bytes: await sizeOfAll(Object.keys(hashes).filter((path) => !isCompressed(path))),
    firstLoad: transferred ? await sizeOfAll(transferred) : null,
  }
}

/** Measures builds from their stored files; a published build never changes, so each is measured once per process. */
export const createSizes = (blobs: BlobStore) => {
  const known = new LRUCache<string, BuildSize>({ max: 500 })
  return async ({ app, version, files: hashes, integrity }: ReleaseRow): Promise<BuildSize> => {
    const key = `${app} ${version} ${integrity}`
    const size =
      known.get(key) ?? (await measure(blobs, app, version, hashes).catch(() => ({ bytes: 0, firstLoad: null })))
    known.set(key, size)
    return size
  }
}
