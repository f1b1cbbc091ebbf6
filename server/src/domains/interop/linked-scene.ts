import type { ChannelSettings, ImageView } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { TtlCache } from '../../platform/ttl-cache.ts'
import { findImage, type ImageRow, presentView, withPixelSize } from '../images/index.ts'
import { listSettingsOf } from '../multichannel/index.ts'

/** One scene of an image, as other programs are told of it. */
export interface LinkedScene {
  /** Of the image, with that of the scene where there are several. */
  name: string
  view: ImageView
  /** µm per pixel; null: unknown. */
  pixelSize: { x: number; y: number } | null
  /** µm between Z planes, seconds between time points; undefined: unknown. */
  zStepUm: number | undefined
  timeStepS: number | undefined
  /** The multichannel settings that are applied to the project; null: none. */
  applied: readonly ChannelSettings[] | null
  /** Whether the stored pictures were coded with loss, as far as is known: JPEG. */
  isLossy: boolean
}

/** A cache of linked scenes: programs ask for hundreds of tiles, and a row with its histograms is read once in five seconds. */
export class LinkedScenes {
  readonly #context: Pick<AppContext, 'db' | 'now'>
  readonly #memory = new TtlCache<LinkedScene>(5_000, 200)

  constructor(context: AppContext) {
    this.#context = context
  }

  /** @throws ApiError ERR_0404, also where there is no such scene; ERR_3002 before the image is available */
  async find(imageId: string, scene: number): Promise<LinkedScene> {
    const { db, now } = this.#context
    const key = `${imageId} ${scene}`
    const known = this.#memory.get(key, now())
    if (known) return known
    const row = await findImage(db, imageId)
    if (!row) throw new ApiError('ERR_0404')
    const settings = row.medium.fileType === 'MultiChannel' ? await listSettingsOf(db, row.image.projectId) : []
    const found = sceneOf(row, scene, settings.find(({ applied }) => applied)?.channels ?? null)
    this.#memory.set(key, found, now())
    return found
  }
}

const sceneOf = ({ image, medium }: ImageRow, scene: number, applied: LinkedScene['applied']): LinkedScene => {
  const { description, further, status } = medium
  if (status !== 'available' || !description) throw new ApiError('ERR_3002')
  const view = presentView(description, further, image.zShown, scene)
  if (!view) throw new ApiError('ERR_0404')
  const scenes = view.scenes ?? []
  const { encoding } = scene > 0 ? (further?.scenes[scene - 1]?.description ?? description) : description
  const metadata = further?.metadata
  return {
    name: scenes.length > 1 ? `${image.name}, ${scenes[scene]?.name}` : image.name,
    view,
    pixelSize: withPixelSize(medium, image.givenPixelSize).description?.pixelSizeUm ?? null,
    zStepUm: metadata?.zStepUm,
    timeStepS: metadata?.timeStepS,
    applied,
    isLossy: encoding === 'jpeg',
  }
}

/** Whether the pixels are red, green and blue. */
export const isRgb = ({ samplesPerPixel }: ImageView): boolean => samplesPerPixel === 3

/** By how much a level of a view is smaller than the image: each halves the one before, and leaves out an odd last row or column. */
export const factorOf = (view: ImageView, level: { width: number; height: number }): number => {
  // By the longer side: of a side of few pixels a level has rather less than a half.
  const [whole, part] = view.width > view.height ? [view.width, level.width] : [view.height, level.height]
  return 2 ** Math.round(Math.log2(whole / part))
}
