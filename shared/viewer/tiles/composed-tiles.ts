import type { ImageView } from '@lamella/shared/contract'
import type { Loader } from 'ol/source/ImageTile.js'
import ImageTileSource from 'ol/source/ImageTile.js'
import { pixelProjection, tileGridOf } from '../canvas/pixel-space.ts'
import type { ChannelSetting } from './channel-settings.ts'
import { colorOf, composeChannels, composeRgb } from './compose.ts'
import type { TileStore } from './tile-store.ts'

/** Tile source of an image, composed in the browser from true samples by the present channel settings (ADR 3). */
export class ComposedTiles extends ImageTileSource {
  readonly #view: ImageView
  readonly #store: TileStore
  #channels: readonly ChannelSetting[]
  #time = 0
  #revision = 0

  constructor(view: ImageView, store: TileStore, channels: readonly ChannelSetting[]) {
    const loader: Loader = (z, x, y, { signal }) => this.#load(z, x, y, signal)
    super({ loader, tileGrid: tileGridOf(view), projection: pixelProjection(view), wrapX: false, transition: 0 })
    this.#view = view
    this.#store = store
    this.#channels = channels
  }

  /**
   * Changes settings and time point; the old tiles stay until the new ones are composed.
   * @param time - index of the time point
   */
  show(channels: readonly ChannelSetting[], time: number): void {
    this.#channels = channels
    this.#time = time
    this.#revision += 1
    this.setKey(`${this.#revision}`)
  }

  async #load(z: number, x: number, y: number, signal: AbortSignal): Promise<ImageBitmap | HTMLCanvasElement> {
    const place = { z, x, y, c: 0, t: this.#time }
    if (this.#view.encoding === 'jpeg') return this.#store.picture(place, signal)
    const size = this.#view.tileSize
    const pixels = size * size
    const visible = this.#channels.filter((channel) => channel.visible)
    const planes = await Promise.all(visible.map(({ index }) => this.#store.samples({ ...place, c: index }, signal)))
    const [first] = planes
    const range = this.#channels[0]
    const rgba =
      this.#view.samplesPerPixel === 3 && first && range
        ? composeRgb(first, pixels, range.min, range.max)
        : composeChannels(
            visible.flatMap(({ color, min, max }, at) => {
              const samples = planes[at]
              return samples ? [{ samples, color: colorOf(color), min, max }] : []
            }),
            pixels,
          )
    return createImageBitmap(new ImageData(rgba, size, size))
  }
}
