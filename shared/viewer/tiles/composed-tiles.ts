import type { ImageView } from '@lamella/shared/contract'
import { type Extent, getIntersection, intersects, isEmpty } from 'ol/extent.js'
import type { Loader } from 'ol/source/ImageTile.js'
import ImageTileSource from 'ol/source/ImageTile.js'
import type TileGrid from 'ol/tilegrid/TileGrid.js'
import type { VisiblePicture } from '../canvas/map-context.ts'
import { extentOf, pixelProjection, tileGridOf } from '../canvas/pixel-space.ts'
import type { ChannelSetting } from './channel-settings.ts'
import { composeRgb } from './compose.ts'
import { TileComposer } from './tile-composer.ts'
import type { ShownPlane, TileCoordinates, TilePlace, TileStore } from './tile-store.ts'

const visibleIn = (channels: readonly ChannelSetting[]): number[] =>
  channels.filter(({ visible }) => visible).map(({ index }) => index)

/** What has to be loaded, as a text to compare. */
const planesOf = (channels: readonly ChannelSetting[], { t, plane }: ShownPlane): string =>
  `${visibleIn(channels)} ${t} ${plane ?? ''}`

/** Of an address `z/x/y`. */
const placeOf = (address: string): TilePlace => {
  const [z = 0, x = 0, y = 0] = address.split('/').map(Number)
  return { z, x, y }
}

const isSamePlane = (a: ShownPlane, b: ShownPlane): boolean => a.t === b.t && a.plane === b.plane

/** Rows of pixels of a tile, from the first to before the last. */
interface Rows {
  from: number
  to: number
}

/** Tile source of an image, composed in the browser from true samples by the present channel settings (ADR 3). */
export class ComposedTiles extends ImageTileSource {
  readonly #grid: TileGrid
  readonly #view: ImageView
  readonly #store: TileStore
  readonly #composer = new TileComposer()
  #channels: readonly ChannelSetting[]
  #shown: ShownPlane = { t: 0 }
  /** Of the settings. */
  #revision = 0
  #loads = 0
  /** Composed tiles `z/x/y` that OpenLayers may still show. */
  readonly #kept = new Map<string, WeakRef<HTMLCanvasElement>>()
  /** Tiles `z/x/y` that could not be loaded: OpenLayers shows a coarser one, or nothing, in their place, and does not ask for them again. */
  readonly #failed = new Set<string>()
  /** Revision of the settings that rows of a tile show. */
  readonly #drawn = new WeakMap<HTMLCanvasElement, Rows & { revision: number }>()

  constructor(view: ImageView, store: TileStore, channels: readonly ChannelSetting[]) {
    const loader: Loader = (z, x, y, { signal }) => this.#load(z, x, y, signal)
    const grid = tileGridOf(view)
    super({ loader, tileGrid: grid, projection: pixelProjection(view), wrapX: false, transition: 0 })
    this.#grid = grid
    this.#view = view
    this.#store = store
    this.#channels = channels
  }

  /**
   * Changes settings and plane. With the same planes, the tiles that are kept are drawn anew by `redraw`, at the
   * next frame; with others, old tiles stay until the new ones are loaded.
   * @returns false: that is shown already
   */
  show(channels: readonly ChannelSetting[], shown: ShownPlane): boolean {
    if (channels === this.#channels && isSamePlane(shown, this.#shown)) return false
    const before = planesOf(this.#channels, this.#shown)
    this.#channels = channels
    this.#shown = shown
    this.#revision += 1
    if (before !== planesOf(channels, shown)) this.#reload()
    return true
  }

  /**
   * Composes those of the kept tiles anew that are visible and show other settings, from samples that were loaded before. Of a tile that is
   * visible in part only those rows: while a slider moves, half of the tiles' pixels lie outside the picture.
   * To be called before each frame.
   * @param extent - visible part on the map
   * @param resolution - pixels of the image per CSS pixel
   */
  redraw(extent: Extent, resolution: number): void {
    if (this.#view.encoding === 'jpeg') return
    const level = this.#grid.getZForResolution(resolution)
    const covered = this.#covers(level, extent)
    for (const [address, kept] of this.#kept) {
      const tile = kept.deref()
      const place = placeOf(address)
      if (!tile) this.#kept.delete(address)
      else if (
        // Tiles of other levels are seen only where those of this one are missing.
        (place.z === level || !covered) &&
        this.#reaches(place, extent) &&
        !this.#drawRows(tile, place, this.#rowsIn(place, extent))
      ) {
        // Samples that are no longer in the cache are loaded again.
        this.#reload()
        return
      }
    }
  }

  #reaches({ z, x, y }: TilePlace, extent: Extent): boolean {
    return intersects(extent, this.#grid.getTileCoordExtent([z, x, y]))
  }

  /** Whether all tiles of a level that are visible are kept. */
  #covers(level: number, extent: Extent): boolean {
    const part = getIntersection(extent, extentOf(this.#view))
    if (isEmpty(part)) return true
    let covers = true
    this.#grid.forEachTileCoord(part, level, ([z = 0, x = 0, y = 0]) => {
      covers &&= this.#kept.get(`${z}/${x}/${y}`)?.deref() !== undefined
    })
    return covers
  }

  /**
   * What is shown of the picture in a part of the map, from the tiles that are drawn.
   * @param resolution - pixels of the image per CSS pixel
   * @returns null: not all of it is loaded, or the part lies beside the picture
   */
  pictureIn(extent: Extent, resolution: number): VisiblePicture | null {
    const part = getIntersection(extent, extentOf(this.#view))
    if (isEmpty(part)) return null
    const level = this.#grid.getZForResolution(resolution)
    const scale = this.#grid.getResolution(level)
    const [first, low, last, high] = part as [number, number, number, number]
    const [column, row] = [Math.floor(first / scale), Math.floor(-high / scale)]
    const canvas = document.createElement('canvas')
    canvas.width = Math.ceil(last / scale) - column
    canvas.height = Math.ceil(-low / scale) - row
    const context = canvas.getContext('2d', { willReadFrequently: true })
    let isWhole = context !== null
    this.#grid.forEachTileCoord(part, level, ([z = 0, x = 0, y = 0]) => {
      const tile = this.#drawnTile({ z, x, y })
      const size = this.#view.tileSize
      if (tile) context?.drawImage(tile, x * size - column, y * size - row)
      else isWhole = false
    })
    return isWhole ? { canvas, left: column * scale, top: row * scale, scale } : null
  }

  #drawnTile({ z, x, y }: TilePlace): ImageBitmap | HTMLCanvasElement | undefined {
    if (this.#view.encoding === 'jpeg') return this.#store.peekPicture({ z, x, y, c: 0, ...this.#shown })
    return this.#kept.get(`${z}/${x}/${y}`)?.deref()
  }

  /** Whether a tile could not be loaded that reaches into a part of the map. */
  hasFailed(extent: Extent): boolean {
    return [...this.#failed].some((address) => this.#reaches(placeOf(address), extent))
  }

  /** Loads all tiles again, those that failed too; the others are in the cache. */
  retry(): void {
    this.#reload()
  }

  #reload(): void {
    this.#kept.clear()
    this.#failed.clear()
    this.#loads += 1
    this.setKey(`${this.#loads}`)
  }

  /** Rows of a tile that reach into an extent, and one beside them, which the browser mixes in where the picture is enlarged. */
  #rowsIn({ z, x, y }: TilePlace, extent: Extent): Rows {
    const [, , , top = 0] = this.#grid.getTileCoordExtent([z, x, y])
    const [, bottomSeen = 0, , topSeen = 0] = extent
    const size = this.#view.tileSize
    const within = (row: number): number => Math.min(Math.max(row, 0), size)
    const resolution = this.#grid.getResolution(z)
    return {
      from: within(Math.floor((top - topSeen) / resolution) - 1),
      to: within(Math.ceil((top - bottomSeen) / resolution) + 1),
    }
  }

  /** Draws rows of a tile where they show other settings. @returns false: not all samples are in the cache */
  #drawRows(tile: HTMLCanvasElement, place: TilePlace, rows: Rows): boolean {
    const drawn = this.#drawn.get(tile)
    if (drawn?.revision !== this.#revision) return this.#draw(tile, place, rows)
    // The view was moved since: all rows at once, and not some with each frame of the move.
    return (drawn.from <= rows.from && rows.to <= drawn.to) || this.#draw(tile, place)
  }

  /** @returns false: not all samples are in the cache */
  #draw(tile: HTMLCanvasElement, place: TilePlace, rows: Rows = { from: 0, to: this.#view.tileSize }): boolean {
    const visible = this.#channels.filter((channel) => channel.visible)
    const layers = visible.flatMap((setting) => {
      const samples = this.#store.peek({ ...place, c: setting.index, ...this.#shown })
      return samples ? [{ samples, setting }] : []
    })
    if (layers.length < visible.length) return false
    const size = this.#view.tileSize
    const part = { from: rows.from * size, to: rows.to * size }
    const [first] = layers
    const rgba =
      this.#view.samplesPerPixel === 3 && first
        ? composeRgb(first.samples.subarray(3 * part.from, 3 * part.to), part.to - part.from, first.setting)
        : this.#composer.compose(tile, layers, part)
    tile.getContext('2d')?.putImageData(new ImageData(rgba, size), 0, rows.from)
    this.#drawn.set(tile, { ...rows, revision: this.#revision })
    return true
  }

  /** What drawing a tile needs: pictures, or samples of the visible channels. */
  #parts(place: TilePlace): TileCoordinates[] {
    const channels = this.#view.encoding === 'jpeg' ? [0] : visibleIn(this.#channels)
    return channels.map((c) => ({ ...place, c, ...this.#shown }))
  }

  /** Whether a tile can be drawn without the server. */
  has(place: TilePlace): boolean {
    return this.#parts(place).every((part) => this.#store.has(part))
  }

  /** Fetches what drawing a tile will need. @throws ApiFailure, or the AbortError of `signal` */
  async fetch(place: TilePlace, signal: AbortSignal): Promise<void> {
    const isPicture = this.#view.encoding === 'jpeg'
    await Promise.all(
      this.#parts(place).map(
        (part): Promise<unknown> => (isPicture ? this.#store.picture(part, signal) : this.#store.samples(part, signal)),
      ),
    )
  }

  async #load(z: number, x: number, y: number, signal: AbortSignal): Promise<ImageBitmap | HTMLCanvasElement> {
    const loads = this.#loads
    const address = `${z}/${x}/${y}`
    try {
      const tile = await this.#loadTile(z, x, y, signal)
      if (loads === this.#loads) this.#failed.delete(address)
      return tile
    } catch (error) {
      // Those that are no longer wanted, or of planes that are no longer shown, are not missing.
      if (loads === this.#loads && !signal.aborted) this.#failed.add(address)
      throw error
    }
  }

  async #loadTile(z: number, x: number, y: number, signal: AbortSignal): Promise<ImageBitmap | HTMLCanvasElement> {
    const place = { z, x, y }
    if (this.#view.encoding === 'jpeg') return this.#store.picture({ ...place, c: 0, ...this.#shown }, signal)
    const loads = this.#loads
    await this.fetch(place, signal)
    const tile = document.createElement('canvas')
    tile.width = this.#view.tileSize
    tile.height = this.#view.tileSize
    // A tile of other planes than are shown by now is not drawn: OpenLayers has asked for its successor.
    if (loads === this.#loads) {
      this.#draw(tile, place)
      this.#kept.set(`${z}/${x}/${y}`, new WeakRef(tile))
    }
    return tile
  }
}
