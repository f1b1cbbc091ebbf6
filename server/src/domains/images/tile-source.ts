import type { AppContext } from '../../platform/context.ts'
import { TtlCache } from '../../platform/ttl-cache.ts'
import { findPictures, type PictureOwner } from './repository.ts'

/** What serving a picture needs to know of an image. */
export interface TileSource {
  imageId: string
  projectId: string
  mediumId: string
  /** File name; null until the image is available. */
  thumbnail: string | null
  /** File of each plane by `planeKey`. */
  planes: ReadonlyMap<number, string>
  /** Another after each change of the pictures: part of their entity tags. */
  version: string
}

/** No image has as many channels. */
const maxChannels = 2 ** 20
export const planeKey = (c: number, t: number): number => t * maxChannels + c

/** A viewer asks for hundreds of tiles of one image: its row is read once in five seconds, or after a change. */
export class TileSources {
  readonly #context: Pick<AppContext, 'db' | 'now'>
  readonly #memory = new TtlCache<TileSource>(5_000, 1_000)
  /** Ends listening to changes. */
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
