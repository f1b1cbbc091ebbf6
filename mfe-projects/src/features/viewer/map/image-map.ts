import type { ImageView, ObjectOutline } from '@lamella/shared/contract'
import { defaults as defaultInteractions } from 'ol/interaction/defaults.js'
import TileLayer from 'ol/layer/Tile.js'
import OlMap from 'ol/Map.js'
import View from 'ol/View.js'
import { type ChannelSetting, initialChannels } from '../channel-settings.ts'
import { TileStore } from '../tiles/tile-store.ts'
import { ComposedTiles } from './composed-tiles.ts'
import { createObjectLayer, type ObjectLayer, type ObjectStyles, objectStyles, selectObject } from './object-layer.ts'
import { extentOf, pixelProjection } from './pixel-space.ts'

/** Where the pointer is, in pixels of the image. */
export interface PointerPlace {
  x: number
  y: number
}

/** Left, top, right and bottom, in pixels of the image. */
export type VisiblePart = readonly [left: number, top: number, right: number, bottom: number]

export interface ImageMapListeners {
  /** @param resolution - pixels of the image per CSS pixel */
  onMove: (resolution: number, visible: VisiblePart) => void
  onPointer: (place: PointerPlace | null) => void
  onPick: (objectNo: number | null) => void
}

export interface ImageMapOptions {
  target: HTMLElement
  imageId: string
  view: ImageView
  listeners: ImageMapListeners
  /** Part of a page that scrolls: wheel and drag are the page's until the picture has the focus. */
  embedded?: boolean
}

/** Deepest zoom: one pixel of the image on so many of the screen. */
const magnification = 16
const padding = 24

/** The picture with its zoom, pan and objects. Owns everything that OpenLayers holds; `dispose` ends it. */
export class ImageMap {
  readonly #map: OlMap
  readonly #tiles: ComposedTiles
  readonly #store: TileStore
  readonly #view: ImageView
  readonly #extent: [number, number, number, number]
  #objects: ObjectLayer | null = null
  #styles: ObjectStyles = new Map()
  #objectsVisible = true
  #selected: number | null = null

  constructor({ target, imageId, view, listeners, embedded = false }: ImageMapOptions) {
    this.#view = view
    this.#extent = extentOf(view)
    this.#store = new TileStore(imageId, view)
    this.#tiles = new ComposedTiles(view, this.#store, initialChannels(view))
    // OpenLayers pans and zooms by the keyboard when its target has the focus.
    target.tabIndex = 0
    this.#map = new OlMap({
      target,
      controls: [],
      interactions: defaultInteractions({ altShiftDragRotate: false, pinchRotate: false, onFocusOnly: embedded }),
      layers: [new TileLayer({ source: this.#tiles, extent: this.#extent })],
      view: new View({
        projection: pixelProjection(view),
        center: [view.width / 2, -view.height / 2],
        extent: this.#extent,
        constrainOnlyCenter: true,
        showFullExtent: true,
        minResolution: 1 / magnification,
        maxResolution: Math.max(2, (2 * Math.max(view.width, view.height)) / 300),
        resolution: 1,
      }),
    })
    this.#listen(listeners)
    this.fit()
  }

  #listen({ onMove, onPointer, onPick }: ImageMapListeners): void {
    const map = this.#map
    const tell = (): void => {
      const [left = 0, bottom = 0, right = 0, top = 0] = map.getView().calculateExtent(map.getSize())
      onMove(map.getView().getResolution() ?? 1, [left, -top, right, -bottom])
    }
    map.on('postrender', tell)
    map.on('pointermove', ({ coordinate: [x = 0, y = 0] }) => {
      const inside = x >= 0 && -y >= 0 && x < this.#view.width && -y < this.#view.height
      onPointer(inside ? { x: Math.floor(x), y: Math.floor(-y) } : null)
    })
    map.on('singleclick', ({ pixel }) => {
      const hit = map.forEachFeatureAtPixel(pixel, (feature) => feature.getId(), { hitTolerance: 3 })
      onPick(typeof hit === 'number' ? hit : null)
    })
  }

  fit(): void {
    this.#map.getView().fit(this.#extent, { padding: [padding, padding, padding, padding] })
  }

  /** @param factor - above 1 comes nearer */
  zoomBy(factor: number): void {
    const view = this.#map.getView()
    view.animate({ resolution: (view.getResolution() ?? 1) / factor, duration: 120 })
  }

  /** Whether a place of the image lies in the visible part. */
  shows(x: number, y: number): boolean {
    const [left = 0, bottom = 0, right = 0, top = 0] = this.#map.getView().calculateExtent(this.#map.getSize())
    return x >= left && x <= right && -y >= bottom && -y <= top
  }

  centerOn(x: number, y: number): void {
    this.#map.getView().setCenter([x, -y])
  }

  show(channels: readonly ChannelSetting[], time: number): void {
    this.#tiles.show(channels, time)
  }

  /** @param colors - by class */
  showObjects(objects: readonly ObjectOutline[], colors: Record<string, string>, filled = false): void {
    if (this.#objects) this.#map.removeLayer(this.#objects)
    this.#styles = objectStyles(colors, filled)
    this.#objects = createObjectLayer(objects, this.#styles)
    this.#objects.setVisible(this.#objectsVisible)
    this.#map.addLayer(this.#objects)
    selectObject(this.#objects, this.#styles, null, this.#selected)
  }

  setObjectsVisible(visible: boolean): void {
    this.#objectsVisible = visible
    this.#objects?.setVisible(visible)
  }

  select(objectNo: number | null): void {
    if (this.#objects) selectObject(this.#objects, this.#styles, this.#selected, objectNo)
    this.#selected = objectNo
  }

  /** True values under the pointer, one a channel, where their tile at full resolution is loaded. */
  valuesAt({ x, y }: PointerPlace, time: number): (number | null)[] {
    const { tileSize, levels, channels, encoding } = this.#view
    if (encoding === 'jpeg') return []
    const place = { z: levels.length - 1, x: Math.floor(x / tileSize), y: Math.floor(y / tileSize), t: time }
    const at = (y % tileSize) * tileSize + (x % tileSize)
    return channels.map(({ index }) => this.#store.peek({ ...place, c: index })?.[at] ?? null)
  }

  dispose(): void {
    this.#map.setTarget(undefined)
    this.#map.dispose()
  }
}
