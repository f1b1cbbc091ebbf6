import type { ZChoice } from '@lamella/shared/contract'
import type { Further } from '../../imaging/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { TtlCache } from '../../platform/ttl-cache.ts'
import { findPictures, type PictureOwner, type PictureRow } from './repository.ts'

/** Where the pictures of an image are. */
export interface TileSource {
  imageId: string
  projectId: string
  mediumId: string
  /** File names; null until the image is available, and where there is none. */
  thumbnail: string | null
  maximumThumbnail: string | null
  /** Whether there is a picture to show while it is processed. */
  hasPreview: boolean
  slidePictures: Further['slidePictures']
  /** `planeKey` → file name. */
  planes: ReadonlyMap<string, string>
  /** Changes with the pictures: part of their entity tags. */
  version: string
}

/** What a plane is found by. */
export interface PlaneOfScene {
  scene: number
  c: number
  t: number
  /** Undefined: the plane that is shown first. */
  plane?: ZChoice | undefined
}

/** Key of a plane. */
export const planeKey = ({ scene, c, t, plane }: PlaneOfScene): string => `${scene}.${c}.${t}.${plane ?? ''}`

const planesOf = ({
  planes,
  zPlanes,
  zUsed,
  scenePlanes,
  sceneZPlanes,
  sceneZUsed,
}: PictureRow): Map<string, string> => {
  const files = new Map<string, string>()
  const stacks = [zPlanes ?? [], ...(sceneZPlanes ?? [])]
  const middles = [zUsed, ...(sceneZUsed ?? [])]
  for (const [scene, shown] of [planes ?? [], ...(scenePlanes ?? [])].entries()) {
    // Of a stack that an older server has processed there is this plane only.
    const middle = stacks[scene]?.length ? (middles[scene] ?? 0) : 0
    for (const { c, t, file } of shown) {
      files.set(planeKey({ scene, c, t }), file)
      files.set(planeKey({ scene, c, t, plane: middle }), file)
    }
  }
  for (const [scene, others] of stacks.entries()) {
    for (const { c, t, z, file } of others) files.set(planeKey({ scene, c, t, plane: z }), file)
  }
  return files
}

const keyOf = ({ type, id }: PictureOwner): string => `${type} ${id}`

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

  /** The next `find` reads the row again. */
  forget(owner: PictureOwner): void {
    this.#memory.forget((_, key) => key === keyOf(owner))
  }

  /** Null: there is no such image. */
  async find(owner: PictureOwner): Promise<TileSource | null> {
    const { db, now } = this.#context
    const key = keyOf(owner)
    const known = this.#memory.get(key, now())
    if (known) return known
    const row = await findPictures(db, owner)
    if (!row) return null
    const { imageId, projectId, mediumId, modified, thumbnail, maximumThumbnail, hasPreview, slidePictures } = row
    const source = {
      imageId,
      projectId,
      mediumId,
      thumbnail,
      maximumThumbnail,
      hasPreview,
      slidePictures: slidePictures ?? [],
      planes: planesOf(row),
      version: `${mediumId}.${modified.getTime().toString(36)}`,
    }
    this.#memory.set(key, source, now())
    return source
  }
}
