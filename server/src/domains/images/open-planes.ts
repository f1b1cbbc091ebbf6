import { LRUCache } from 'lru-cache'
import { openPyramid, type Pyramid } from '../../imaging/index.ts'
import { type BlobStore, blobKeys, type OpenBlob } from '../../platform/storage/blobs.ts'

/** A pyramid whose file is open. */
export interface OpenPlane {
  pyramid: Pyramid
  blob: OpenBlob
}

/** Limits per process: open files, and bytes of their offset tables (12 per tile: a slide of 100,000² pixels has 2.5 MB). */
const most = { max: 500, maxSize: 200 * 1024 ** 2 }
const bytesPerTile = 12

/** A cache of pyramids with their offset tables read and their files open. */
export class OpenPlanes {
  readonly #cache: LRUCache<string, OpenPlane>

  constructor(blobs: BlobStore) {
    this.#cache = new LRUCache<string, OpenPlane>({
      ...most,
      sizeCalculation: ({ pyramid }) =>
        pyramid.levels.reduce((sum, { columns, rows }) => sum + columns * rows * bytesPerTile, 1024),
      // Waits for reads under way. An error of closing has no consequence.
      dispose: ({ blob }) => void blob.close().catch(() => undefined),
      fetchMethod: (key) => open(blobs, key),
    })
  }

  /** @throws BlobMissing */
  get(mediumId: string, file: string): Promise<OpenPlane> {
    return this.#cache.forceFetch(blobKeys.picture(mediumId, file))
  }

  close(): void {
    this.#cache.clear()
  }
}

const open = async (blobs: BlobStore, key: string): Promise<OpenPlane> => {
  const blob = await blobs.open(key)
  try {
    return { pyramid: await openPyramid((offset, length) => blob.read(offset, length)), blob }
  } catch (error) {
    await blob.close()
    throw error
  }
}
