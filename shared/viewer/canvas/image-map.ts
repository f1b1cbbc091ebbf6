import type { ImageView } from '@lamella/shared/contract'
import { shiftKeyOnly } from 'ol/events/condition.js'
import { defaults as defaultInteractions } from 'ol/interaction/defaults.js'
import KeyboardPan from 'ol/interaction/KeyboardPan.js'
import PinchRotate from 'ol/interaction/PinchRotate.js'
import TileLayer from 'ol/layer/Tile.js'
import View from 'ol/View.js'
import type { ViewerLayer } from '../layers/viewer-layer.ts'
import { type ChannelSetting, initialChannels } from '../tiles/channel-settings.ts'
import { ComposedTiles } from '../tiles/composed-tiles.ts'
import { pixelOf } from '../tiles/picture-pixel.ts'
import { type ShownPlane, TileStore } from '../tiles/tile-store.ts'
import { keepFetchingAround } from '../tiles/tiles-ahead.ts'
import { filterOf, isPlain, type Tone } from '../tiles/tone.ts'
import type { ViewerTool } from '../tools/viewer-tool.ts'
import { type Orientation, turnOf, upright, type ViewPlace } from '../view-state/view-state.ts'
import type { MapContext, VisiblePicture } from './map-context.ts'
import { MirroredMap } from './mirrored-map.ts'
import { extentOf, pixelProjection } from './pixel-space.ts'

/** Position of the pointer, in whole pixels of the image. */
export interface PixelPosition {
  x: number
  y: number
}

/** Values of one pixel. */
export interface PixelValues {
  values: readonly (number | null)[]
  /** False: read from a picture that was coded with loss. */
  isExact: boolean
}

export const noValues: PixelValues = { values: [], isExact: true }

/**
 * The resolution, or the next larger one that is a power of two from the largest zoom: OpenLayers moves the largest zoom
 * to such a one.
 */
const farthest = (resolution: number): number => 2 ** Math.ceil(Math.log2(resolution * magnification)) / magnification

const near = (a: number, b: number, distance: number): boolean => Math.abs(a - b) <= distance

/** Extent that is visible, in pixels of the image; may reach beyond it. */
export type VisibleExtent = readonly [left: number, top: number, right: number, bottom: number]

/** Callbacks of a map: `onMove` after each redraw, `onPointer` with null outside the image. */
export interface ImageMapListeners {
  /** @param resolution - pixels of the image per CSS pixel */
  onMove: (resolution: number, visible: VisibleExtent, orientation: Orientation) => void
  onPointer: (place: PixelPosition | null) => void
  /** Absent: another plane cannot be shown. */
  onAsk?: (plane: Partial<ShownPlane>) => void
}

export interface ImageMapOptions {
  target: HTMLElement
  imageId: string
  view: ImageView
  /** Index of the scene that `view` describes. */
  scene?: number
  listeners: ImageMapListeners
  /** In a page that scrolls: wheel and drag move the picture only while it has the focus. */
  embedded?: boolean
  /** What is shown first; null: the whole image. */
  place?: ViewPlace | null
  orientation?: Orientation
  /** CSS pixels at the bottom that controls cover, so that a fitted image ends above them. */
  covered?: number
  /** Tiles of another map of the same image and scene; a store of its own unless stated. */
  store?: TileStore
  /** Whether the tiles round the visible ones are fetched ahead; true unless stated. */
  fetchesAhead?: boolean
  /** Pixels of the canvas per CSS pixel; those of the screen unless stated. */
  pixelRatio?: number
}

/** Where a picture without a user reports to. */
const noListeners: ImageMapListeners = { onMove: () => undefined, onPointer: () => undefined }

/** A class of its own gives the picture a canvas of its own, so that a filter leaves out what is over it. */
const pictureClass = 'lm-picture'
/** Maximum zoom: CSS pixels per pixel of the image. */
const magnification = 16
/** From this zoom on, pixels are squares: smoothed, they would show what was not measured. */
const sharpFrom = 2
/** CSS pixels by which an arrow with Shift moves the picture. */
const littleStep = 8
/** CSS pixels round the image when it is fitted into the canvas. */
const padding = 24

/** The picture with its zoom, pan, layers and active tool. Owns all objects of OpenLayers; `dispose` releases them. */
export class ImageMap implements MapContext {
  readonly map: MirroredMap
  readonly view: ImageView
  readonly tiles: ComposedTiles
  readonly store: TileStore
  #picture: TileLayer<ComposedTiles>
  readonly #extent: [number, number, number, number]
  readonly #covered: number
  readonly #mounted: { layer: ViewerLayer; dispose: () => void }[] = []
  #tool: ViewerTool | null = null
  /** Of the fitted image. */
  #home: ViewPlace | null = null
  readonly scene: number
  #shown: ShownPlane
  readonly #onShown = new Set<() => void>()
  readonly #onAsk: ImageMapListeners['onAsk']
  readonly #stopFetching: () => void
  readonly #imageId: string
  #disposed = false

  constructor({ target, imageId, view, scene = 0, listeners, embedded = false, ...first }: ImageMapOptions) {
    const { place = null, orientation = upright, covered = 0, fetchesAhead = true, pixelRatio } = first
    this.#imageId = imageId
    this.view = view
    this.scene = scene
    this.#shown = { t: 0, plane: view.zShown }
    this.#covered = covered
    this.#extent = extentOf(view)
    this.store = first.store ?? new TileStore(imageId, view, scene)
    this.tiles = new ComposedTiles(view, this.store, initialChannels(view))
    // Focusable, because OpenLayers pans and zooms by keyboard while its target has the focus.
    target.tabIndex = 0
    this.#picture = this.#makePicture()
    this.map = new MirroredMap({
      target,
      ...(pixelRatio && { pixelRatio }),
      controls: [],
      interactions: defaultInteractions({
        altShiftDragRotate: !embedded,
        pinchRotate: !embedded,
        onFocusOnly: embedded,
      }).extend([new KeyboardPan({ condition: shiftKeyOnly, pixelDelta: littleStep })]),
      layers: [this.#picture],
      view: new View({
        projection: pixelProjection(view),
        center: [view.width / 2, -view.height / 2],
        extent: this.#extent,
        constrainOnlyCenter: true,
        // Any angle, without snapping to upright.
        constrainRotation: false,
        showFullExtent: true,
        minResolution: 1 / magnification,
        maxResolution: farthest(Math.max(2, (2 * Math.max(view.width, view.height)) / 300)),
        resolution: 1,
      }),
    })
    this.#onAsk = listeners.onAsk
    this.#listen(listeners)
    this.#stopFetching = fetchesAhead ? keepFetchingAround(this) : () => undefined
    this.orient(orientation)
    this.fit()
    if (place) this.goTo(place)
  }

  /**
   * Another map of the same image, with the same tiles and as it lies here, without layers and tools: for a picture that is
   * drawn while this one is looked at. To be disposed of by the caller.
   * @param target - element whose size in CSS pixels is that of the picture, in as many pixels
   */
  twin(target: HTMLElement, place: ViewPlace): ImageMap {
    const { view, scene, store, orientation } = this
    const drawnOnly = { listeners: noListeners, fetchesAhead: false, pixelRatio: 1 }
    return new ImageMap({ target, imageId: this.#imageId, view, scene, store, orientation, place, ...drawnOnly })
  }

  #makePicture(className?: string): TileLayer<ComposedTiles> {
    const picture = new TileLayer({ source: this.tiles, extent: this.#extent, ...(className && { className }) })
    picture.on('prerender', ({ context, frameState }) => {
      if (frameState?.extent) this.tiles.redraw(frameState.extent, frameState.viewState.resolution)
      if (!context || !frameState || !('imageSmoothingEnabled' in context)) return
      context.imageSmoothingEnabled = frameState.viewState.resolution > 1 / sharpFrom
    })
    return picture
  }

  #listen({ onMove, onPointer }: ImageMapListeners): void {
    this.map.on('postrender', () =>
      onMove(this.map.getView().getResolution() ?? 1, this.#visibleExtent(), this.orientation),
    )
    this.map.on('pointermove', ({ coordinate: [x = 0, y = 0] }) => {
      const inside = x >= 0 && -y >= 0 && x < this.view.width && -y < this.view.height
      onPointer(inside ? { x: Math.floor(x), y: Math.floor(-y) } : null)
    })
  }

  #visibleExtent(): VisibleExtent {
    const [left = 0, bottom = 0, right = 0, top = 0] = this.map.getView().calculateExtent(this.map.getSize())
    return [left, -top, right, -bottom]
  }

  /** Sets the layers over the picture, in this order. Leading layers that are unchanged stay mounted. */
  setLayers(layers: readonly ViewerLayer[]): void {
    if (this.#disposed) return
    const changed = this.#mounted.findIndex(({ layer }, at) => layer !== layers[at])
    const kept = changed < 0 ? this.#mounted.length : changed
    for (const { dispose } of this.#mounted.splice(kept)) dispose()
    for (const layer of layers.slice(kept)) this.#mounted.push({ layer, dispose: layer.mount(this) })
  }

  /** Activates a tool in place of the present one; null: none. */
  setTool(tool: ViewerTool | null): void {
    if (this.#disposed || tool === this.#tool) return
    this.#tool?.deactivate(this)
    this.#tool = tool
    tool?.activate(this)
  }

  /** How the picture lies. Turned by hand too: its source is the map. */
  get orientation(): Orientation {
    const degrees = (this.map.getView().getRotation() * 180) / Math.PI
    const { mirrored } = this.map
    return { rotation: turnOf(mirrored ? -degrees : degrees), mirrored }
  }

  /** Turns the picture about the middle of the canvas; the whole image, where it was shown, stays whole. */
  orient({ rotation, mirrored }: Orientation): void {
    const wasHome = this.#home !== null && this.place === null
    this.map.mirrored = mirrored
    // Two fingers turn by what they do on the screen, which is the other way round in the mirror.
    for (const interaction of this.map.getInteractions().getArray()) {
      if (interaction instanceof PinchRotate) interaction.setActive(!mirrored)
    }
    // OpenLayers turns before the mirror, where the directions are exchanged.
    this.map.getView().setRotation(((mirrored ? -rotation : rotation) * Math.PI) / 180)
    if (wasHome) this.fit()
  }

  /** Zooms to the whole image. */
  fit(): void {
    this.map.getView().fit(this.#extent, { padding: [padding, padding, padding + this.#covered, padding] })
    this.#home = this.middle
  }

  /** Shows a place in the middle of the canvas. */
  goTo({ x, y, zoom }: ViewPlace): void {
    const view = this.map.getView()
    view.setResolution(1 / Math.min(zoom, magnification))
    view.setCenter([x, -y])
  }

  /** The place in the middle of the canvas. */
  get middle(): ViewPlace {
    const view = this.map.getView()
    const [x = 0, y = 0] = view.getCenter() ?? []
    return { x, y: -y, zoom: 1 / (view.getResolution() ?? 1) }
  }

  /** The shown place; null: the whole image, as `fit` shows it. */
  get place(): ViewPlace | null {
    const place = this.middle
    const home = this.#home
    const isHome = home && near(place.x, home.x, 0.05) && near(place.y, home.y, 0.05)
    return isHome && near(place.zoom / home.zoom, 1, 1e-4) ? null : place
  }

  /** @param factor - above 1 zooms in */
  zoomBy(factor: number): void {
    const view = this.map.getView()
    const resolution = Math.max((view.getResolution() ?? 1) / factor, 1 / magnification)
    view.animate({ resolution, duration: 120 })
  }

  /** @param zoom - CSS pixels per pixel of the image */
  zoomTo(zoom: number): void {
    this.map.getView().animate({ resolution: 1 / zoom, duration: 120 })
  }

  visiblePicture(): VisiblePicture | null {
    const view = this.map.getView()
    return this.tiles.pictureIn(view.calculateExtent(this.map.getSize()), view.getResolution() ?? 1)
  }

  shows(x: number, y: number): boolean {
    const [left, top, right, bottom] = this.#visibleExtent()
    return x >= left && x <= right && y >= top && y <= bottom
  }

  centerOn(x: number, y: number): void {
    this.map.getView().setCenter([x, -y])
  }

  /** Shows a plane of the picture by channel settings, from the next frame on. */
  show(channels: readonly ChannelSetting[], shown: ShownPlane): void {
    if (this.tiles.show(channels, shown)) this.#picture.changed()
    const isOther = shown.t !== this.#shown.t || shown.plane !== this.#shown.plane
    this.#shown = shown
    if (isOther) for (const listener of this.#onShown) listener()
  }

  get shown(): ShownPlane {
    return this.#shown
  }

  askFor(plane: Partial<ShownPlane>): void {
    this.#onAsk?.(plane)
  }

  onShown(listener: () => void): () => void {
    this.#onShown.add(listener)
    return () => this.#onShown.delete(listener)
  }

  /** Shows other settings in this frame: the picture follows a slider, whose moves are told when a frame begins. */
  showNow(channels: readonly ChannelSetting[], shown: ShownPlane): void {
    this.show(channels, shown)
    this.map.renderSync()
  }

  /** Shows a picture in natural colours brighter or with more contrast. */
  showTone(tone: Tone): void {
    // Without a filter one canvas is enough for the picture and what is over it.
    if (!isPlain(tone) && this.#picture.getClassName() !== pictureClass) {
      this.#picture = this.#makePicture(pictureClass)
      this.map.getLayers().setAt(0, this.#picture)
    }
    this.map.getTargetElement()?.style.setProperty('--picture-filter', filterOf(tone) || 'none')
  }

  /**
   * Values at a pixel: red, green and blue of an RGB image, else one per channel; null where the tile at full
   * resolution is not loaded. Settings of the display do not change them.
   */
  valuesAt({ x, y }: PixelPosition, shown: ShownPlane): PixelValues {
    const { tileSize, levels, channels, encoding, samplesPerPixel } = this.view
    const place = { z: levels.length - 1, x: Math.floor(x / tileSize), y: Math.floor(y / tileSize), ...shown }
    if (encoding === 'jpeg') {
      const picture = this.store.peekPicture({ ...place, c: 0 })
      if (!picture) return noValues
      return { values: pixelOf(picture, x % tileSize, y % tileSize), isExact: !this.store.isLossy(picture) }
    }
    const at = ((y % tileSize) * tileSize + (x % tileSize)) * samplesPerPixel
    if (samplesPerPixel === 3) {
      const samples = this.store.peek({ ...place, c: 0 })
      return samples ? { values: [...samples.subarray(at, at + 3)], isExact: true } : noValues
    }
    return { values: channels.map(({ index }) => this.store.peek({ ...place, c: index })?.[at] ?? null), isExact: true }
  }

  dispose(): void {
    this.setTool(null)
    this.setLayers([])
    // React may still pass new layers to the map of the previous image.
    this.#disposed = true
    this.#stopFetching()
    this.map.setTarget(undefined)
    this.map.dispose()
  }
}
