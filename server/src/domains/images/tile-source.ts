import type { AppContext } from '../../platform/context.ts'
import { TtlCache } from '../../platform/ttl-cache.ts'
import { findPictures, type PictureOwner } from './repository.ts'

/** Where the pictures of an image are. */
export interface TileSource {
  imageId: string
  projectId: string
  mediumId: string
  /** File name; null until the image is available. */
  thumbnail: string | null
  /** `planeKey` → file name. */
  planes: ReadonlyMap<number, string>
  /** Changes with the pictures: part of their entity tags. */
  version: string
}

/** More than any image has. */
const maxChannels = 2 ** 20
/** Key of the plane of a channel and a time point, both from 0. */
export const planeKey = (c: number, t: number): number => t * maxChannels + c

/** A cache of tile sources: a viewer requests hundreds of tiles, and the row is read once in five seconds or after a change. */
export class TileSources {
  readonly #context: Pick<AppContext, 'db' | 'now'>
  readonly #memory = new TtlCache<TileSource>(5_000, 1_000)
  /** Unsubscribes from changes. */
  readonly close: () => void

  constructor(context: AppContext) {
    this.#context = context
    const unsubscribe = context.events.subscribe((event) => {
      if (event.type === 'image') this.#memory.forget(({ imageId }) => imageId === event.id)
    })
    const ignoreGaps = context.events.onGap(() => this.#memory.forget(() => true))
    this.close = () => {
      unsubscribe()
      ignoreGaps()
    }
  }

  /** Null: there is no such image. */
  async find(owner: PictureOwner): Promise<TileSource | null> {
    const { db, now } = this.#context
    const key = `${owner.type} ${owner.id}`
    const known = this.#memory.get(key, now())
    if (known) return known
    const row = await findPictures(db, owner)
    if (!row) return null
    const { imageId, projectId, mediumId, modified, planes, thumbnail } = row
    const source = {
      imageId,
      projectId,
      mediumId,
      thumbnail,
      planes: new Map(planes?.map(({ c, t, file }) => [planeKey(c, t), file])),
      version: `${mediumId}.${modified.getTime().toString(36)}`,
    }
    this.#memory.set(key, source, now())
    return source
  }
}
