import type { ZChoice } from '@lamella/shared/contract'
import type { Pyramid } from '../../imaging/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { OpenPlanes, planeKey, TileSources } from '../images/index.ts'

/** Which plane of an image, all counted from 0. */
export interface PlaneOfImage {
  imageId: string
  scene: number
  c: number
  t: number
  z: ZChoice
}

/** Reads the stored tiles of images. */
export class StoredTiles {
  readonly #sources: TileSources
  readonly #planes: OpenPlanes

  constructor(context: AppContext) {
    this.#sources = new TileSources(context)
    this.#planes = new OpenPlanes(context.blobs)
  }

  close(): void {
    this.#sources.close()
    this.#planes.close()
  }

  /** Null: the image has no such plane. @throws ApiError ERR_0404 when the image is gone */
  async plane({ imageId, scene, c, t, z }: PlaneOfImage): Promise<Pyramid | null> {
    const source = await this.#sources.find({ type: 'Image', id: imageId })
    if (!source) throw new ApiError('ERR_0404')
    const file = source.planes.get(planeKey({ scene, c, t, plane: z }))
    return file === undefined ? null : (await this.#planes.get(source.mediumId, file)).pyramid
  }
}
