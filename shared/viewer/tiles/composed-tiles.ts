import type { ImageView } from '@lamella/shared/contract'
import { createEmpty, type Extent, intersects } from 'ol/extent.js'
import type { Loader } from 'ol/source/ImageTile.js'
import ImageTileSource from 'ol/source/ImageTile.js'
import { pixelProjection, tileGridOf } from '../canvas/pixel-space.ts'
import type { ChannelSetting } from './channel-settings.ts'
import { composeChannels, composeRgb } from './compose.ts'
import type { TileStore } from './tile-store.ts'

const visibleIn = (channels: readonly ChannelSetting[]): number[] =>
  channels.filter(({ visible }) => visible).map(({ index }) => index)

/** Tile source of an image, composed in the browser from true samples by the present channel settings (ADR 3). */
export class ComposedTiles extends ImageTileSource {
  readonly #view: ImageView
  readonly #store: TileStore
  #channels: readonly ChannelSetting[]
  #time = 0
  /** Of the settings. */
  #revision = 0
  #loads = 0
  /** Composed tiles `z/x/y` that OpenLayers may still show. */
  readonly #kept = new Map<string, WeakRef<HTMLCanvasElement>>()
  /** Revision of the settings that a tile shows. */
  readonly #drawn = new WeakMap<HTMLCanvasElement, number>()

  constructor(view: ImageView, store: TileStore, channels: readonly ChannelSetting[]) {
    const loader: Loader = (z, x, y, { signal }) => this.#load(z, x, y, signal)
    super({ loader, tileGrid: tileGridOf(view), projection: pixelProjection(view), wrapX: false, transition: 0 })
    this.#view = view
    this.#store = store
    this.#channels = channels
  }

  /**
   * Changes settings and time point. With the same planes, the tiles that are kept are drawn anew by `redraw`, at the
   * next frame; with others, old tiles stay until the new ones are loaded.
   * @param time - index of the time point
   */
  show(channels: readonly ChannelSetting[], time: number): void {
    const before = `${visibleIn(this.#channels)} ${this.#time}`
    this.#channels = channels
    this.#time = time
    this.#revision += 1
    if (before !== `${visibleIn(channels)} ${time}`) this.#reload()
  }

  /**
   * Composes those of the kept tiles anew that are visible and show other settings, from samples that were loaded before.
   * To be called before each frame.
   * @param extent - visible part on the map
   */
  redraw(extent: Extent): void {
    if (this.#view.encoding === 'jpeg') return
    for (const [address, kept] of this.#kept) {
      const tile = kept.deref()
      if (!tile) this.#kept.delete(address)
      else if (this.#drawn.get(tile) !== this.#revision && intersects(extent, this.#extentOf(address))) {
        // Samples that are no longer in the cache are loaded again.
        if (!this.#draw(tile, address)) {
          this.#reload()
          return
        }
      }
    }
  }

  #extentOf(address: string): Extent {
    return this.getTileGrid()?.getTileCoordExtent(address.split('/').map(Number)) ?? createEmpty()
  }

  #reload(): void {
    this.#kept.clear()
    this.#loads += 1
    this.setKey(`${this.#loads}`)
  }

  /** @returns false: not all samples are in the cache */
  #draw(tile: HTMLCanvasElement, address: string): boolean {
    const [z = 0, x = 0, y = 0] = address.split('/').map(Number)
    const visible = this.#channels.filter((channel) => channel.visible)
    const layers = visible.flatMap((setting) => {
      const samples = this.#store.peek({ z, x, y, c: setting.index, t: this.#time })
      return samples ? [{ samples, setting }] : []
    })
    if (layers.length < visible.length) return false
    const size = this.#view.tileSize
    const [first] = layers
    const rgba =
      this.#view.samplesPerPixel === 3 && first
        ? composeRgb(first.samples, size * size, first.setting)
        : composeChannels(layers, size * size)
    tile.getContext('2d')?.putImageData(new ImageData(rgba, size, size), 0, 0)
    this.#drawn.set(tile, this.#revision)
    return true
  }

  async #load(z: number, x: number, y: number, signal: AbortSignal): Promise<ImageBitmap | HTMLCanvasElement> {
    const place = { z, x, y, c: 0, t: this.#time }
    if (this.#view.encoding === 'jpeg') return this.#store.picture(place, signal)
    const loads = this.#loads
    await Promise.all(visibleIn(this.#channels).map((c) => this.#store.samples({ ...place, c }, signal)))
    const tile = document.createElement('canvas')
    tile.width = this.#view.tileSize
    tile.height = this.#view.tileSize
    // A tile of other planes than are shown by now is not drawn: OpenLayers has asked for its successor.
    if (loads === this.#loads) {
      const address = `${z}/${x}/${y}`
      this.#draw(tile, address)
      this.#kept.set(address, new WeakRef(tile))
    }
    return tile
  }
}
