import { boxOf, type Position, positionsOf } from '@lamella/shared/geometry'
import type { Coordinate } from 'ol/coordinate.js'
import { listen, unlistenByKey } from 'ol/events.js'
import type Feature from 'ol/Feature.js'
import type OlGeometry from 'ol/geom/Geometry.js'
import Polygon from 'ol/geom/Polygon.js'
import VectorLayer from 'ol/layer/Vector.js'
import MapBrowserEvent from 'ol/MapBrowserEvent.js'
import VectorSource from 'ol/source/Vector.js'
import type Style from 'ol/style/Style.js'
import type { MapContext } from '../canvas/map-context.ts'
import type { ShownPlane } from '../tiles/tile-store.ts'
import { featureAt } from './feature-at.ts'
import { ObjectIndex } from './object-index.ts'
import {
  coloredStyles,
  colorlessStyles,
  frameStyles,
  markStyles,
  type ObjectMark,
  plateOf,
  selectedPoint,
} from './object-styles.ts'
import { olGeometry } from './ol-geometry.ts'
import { selectedStyles } from './polygon-styles.ts'
import type { ObjectRaster } from './raster/object-raster.ts'
import { snapPlace } from './snap-place.ts'
import type { ViewerLayer } from './viewer-layer.ts'
import type { ViewerObject } from './viewer-object.ts'

/** Appearance of the objects of a layer. */
export interface ObjectLook {
  /** With a stronger fill, for small scales at which outlines are hard to see. */
  filled: boolean
  /** Of everything in the layer; 1: nothing shows through lines. */
  opacity: number
}

/** CSS pixels from which a place snaps to an object. */
const snapReach = 8
/** What is drawn in straight lines, by its `data-draws`: this can snap to objects. */
const snapped = new Set(['line', 'polyline', 'polygon', 'rectangle'])
/** Of the map, before its interactions. Its types leave out two of them. */
const pointerEvents = ['pointerdown', 'pointermove', 'pointerdrag', 'pointerup'] as const

/** Objects that are drawn as features, sharp at any zoom. With more of them moving the map would stutter: most are then drawn by a worker. */
const mostFeatures = 2000
/** Of what is selected, or was changed just now, also where a worker draws. */
const mostOnTop = 500

/**
 * Objects of the scene, the Z plane and the time point that are shown; some of them can be selected. Where there are very many a worker draws
 * them, and only what is edited, has a name or is marked is a feature above.
 */
export class ObjectLayer implements ViewerLayer {
  readonly id: string
  readonly #expected: number
  readonly #source = new VectorSource<Feature<OlGeometry>>()
  readonly #layer: VectorLayer<VectorSource<Feature<OlGeometry>>>
  readonly #index = new ObjectIndex()
  /** By colour. */
  #styles = new Map<string, Style[]>()
  #isFilled = false
  #snaps = false
  readonly #plates = new WeakMap<ViewerObject, Style>()
  #objects: ReadonlyMap<string, ViewerObject> = new Map()
  #selected: ReadonlySet<string> = new Set()
  #marks: ReadonlyMap<string, ObjectMark> = new Map()
  #context: MapContext | null = null
  /** To be revealed once there is a map. */
  #wanted: string | null = null
  /** Draws most of the objects; null: all of them are features. */
  #raster: ObjectRaster | null = null
  #canRaster = true
  #isLoading = false
  #isSelectionBelow = false
  /** Changed since the raster was whole: seen at once as features. */
  #fresh = new Set<string>()

  /** @param expected - objects that there will be, in about: what draws many of them is loaded before they are there */
  constructor(id: string, expected = 0) {
    this.id = id
    this.#expected = expected
    this.#layer = new VectorLayer({
      source: this.#source,
      updateWhileInteracting: true,
      style: (feature) => {
        const object = this.#objects.get(String(feature.getId()))
        if (!object || !this.#isShown(object)) return
        const mark = this.#marks.get(object.id)
        const plates = mark ? markStyles(mark, object.geometry) : this.#plateOf(object)
        if (this.#selected.has(object.id)) return [...selectedStyles, selectedPoint, ...plates]
        return [...(object.name === null ? this.#styleOf(object.color) : frameStyles), ...plates]
      },
    })
    this.#layer.on('prerender', (event) => {
      const { shown, scene } = this.#context ?? {}
      if (!this.#raster || !shown || scene === undefined) return
      this.#raster.draw(event, { scene, t: shown.t, z: typeof shown.plane === 'number' ? shown.plane : null })
      // Whoever exports the view waits for what is missing.
      this.#source.loading = !this.#raster.isWhole
      if (!this.#raster.isWhole || this.#fresh.size === 0) return
      this.#fresh.clear()
      this.#showFeatures()
    })
  }

  mount(context: MapContext): () => void {
    this.#context = context
    context.map.addLayer(this.#layer)
    this.#draw()
    if (this.#wanted !== null) this.reveal(this.#wanted)
    const stop = context.onShown(() => this.#layer.changed())
    const snap = (event: unknown): void => {
      const draws = context.map.getTargetElement()?.dataset.draws ?? ''
      if (event instanceof MapBrowserEvent && snapped.has(draws))
        event.coordinate = this.snapped(event.coordinate, null)
    }
    const snapping = pointerEvents.map((type) => listen(context.map, type, snap))
    return () => {
      stop()
      for (const key of snapping) unlistenByKey(key)
      context.map.removeLayer(this.#layer)
      this.#context = null
      this.#endRaster()
    }
  }

  /** Pixels of the image per CSS pixel; 1 without a map. */
  get resolution(): number {
    return this.#context?.map.getView().getResolution() ?? 1
  }

  /** The time point and plane on which objects are drawn; null: there is no map. */
  get shown(): ShownPlane | null {
    return this.#context?.shown ?? null
  }

  /** Whether all that is visible is drawn as it is now: a worker may be behind. */
  get isWhole(): boolean {
    return this.#raster?.isWhole ?? !this.#isMany
  }

  /** Shows these objects, by the difference to those before. */
  setObjects(objects: readonly ViewerObject[]): void {
    const before = this.#objects
    this.#objects = new Map(objects.map((object) => [object.id, object]))
    this.#index.set(this.#objects)
    if (this.#raster) {
      const changed = objects.filter((object) => before.get(object.id) !== object)
      if (changed.length <= mostOnTop) for (const { id } of changed) this.#fresh.add(id)
    }
    this.#draw()
  }

  setVisible(visible: boolean): void {
    this.#layer.setVisible(visible)
  }

  setLook({ filled, opacity }: ObjectLook): void {
    this.#layer.setOpacity(opacity)
    if (filled === this.#isFilled) return
    this.#isFilled = filled
    this.#raster?.setFilled(filled)
    this.#styles = new Map()
    this.#layer.changed()
  }

  /** Shows what others have selected, by the ids of the objects, in place of that before. */
  setMarks(marks: ReadonlyMap<string, ObjectMark>): void {
    this.#marks = marks
    this.#showFeatures()
    this.#layer.changed()
  }

  /** Whether what is drawn in straight lines, and corners that are dragged, snap to objects. */
  setSnaps(snaps: boolean): void {
    this.#snaps = snaps
  }

  /** The corner or line of an object at a place of the map, where places snap; else the place. @param except - id of an object that is passed over */
  snapped(place: Coordinate, except: string | null): Coordinate {
    if (!this.#snaps || !this.#layer.getVisible()) return place
    const isTarget = (feature: Feature<OlGeometry>): boolean => {
      const id = String(feature.getId())
      return id !== except && this.shows(id)
    }
    return snapPlace(this.#index, place, snapReach * this.resolution, isTarget) ?? place
  }

  /** Highlights objects in place of those before. */
  select(ids: readonly string[]): void {
    this.#selected = new Set(ids)
    this.#selectInRaster()
    this.#showFeatures()
    this.#layer.changed()
  }

  /** Shows the plane of an object, and moves it to the centre of the map unless it is visible there. */
  reveal(id: string): void {
    this.#wanted = this.#context ? null : id
    const object = this.#objects.get(id)
    if (!this.#context || !object) return
    const [left, top, right, bottom] = boxOf(object.geometry)
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    if (!this.#isShown(object)) {
      this.#context.askFor({ ...(object.t !== null && { t: object.t }), ...(object.z !== null && { plane: object.z }) })
    }
    if (!this.#context.shows(x, y)) this.#context.centerOn(x, y)
  }

  /** Id of the object that is hit at a coordinate of the map, or null. @param resolution - pixels of the image per CSS pixel */
  idAt(place: Coordinate, resolution: number): string | null {
    if (!this.#layer.getVisible()) return null
    const isShown = (feature: Feature<OlGeometry>): boolean => {
      const object = this.#objects.get(String(feature.getId()))
      return object !== undefined && this.#isShown(object)
    }
    const hit = featureAt(this.#index, place, resolution, isShown)
    return hit ? String(hit.getId()) : null
  }

  /** Whether an object that is drawn covers a place, in pixels of the image. */
  covers(id: string, [x, y]: Position): boolean {
    const object = this.shows(id) ? this.#objects.get(id) : undefined
    return object !== undefined && olGeometry(object.geometry).intersectsCoordinate([x, -y])
  }

  /** Ids of the drawn objects that lie within an outline as a whole. @param outline - in coordinates of the map */
  idsWithin(outline: readonly Coordinate[]): string[] {
    if (!this.#layer.getVisible()) return []
    const around = new Polygon([[...outline]])
    const isWithin = ({ geometry }: ViewerObject): boolean =>
      positionsOf(geometry).every(([x, y]) => around.intersectsCoordinate([x, -y]))
    const found = this.#index.objectsIn(around.getExtent())
    return found.filter((object) => this.#isShown(object) && isWithin(object)).map(({ id }) => id)
  }

  /** Whether an object is drawn, on the plane that is shown. */
  shows(id: string): boolean {
    const object = this.#objects.get(id)
    return this.#layer.getVisible() && object !== undefined && this.#isShown(object)
  }

  get #isMany(): boolean {
    return this.#canRaster && this.#context !== null && (this.#objects.size || this.#expected) > mostFeatures
  }

  /** Draws the objects as features, or very many of them by a worker. */
  #draw(): void {
    if (!this.#isMany) this.#endRaster()
    else if (!this.#raster) void this.#beginRaster()
    this.#raster?.setObjects(this.#objects)
    this.#showFeatures()
  }

  /** What draws is loaded with the first use. */
  async #beginRaster(): Promise<void> {
    if (this.#isLoading) return
    this.#isLoading = true
    // Offline, or without canvases in workers: as features they are slow, but there.
    const loaded =
      typeof OffscreenCanvas === 'undefined' ? null : await import('./raster/object-raster.ts').catch(() => null)
    this.#isLoading = false
    if (!loaded) this.#canRaster = false
    else if (this.#isMany && this.#context) {
      const failed = (): void => {
        this.#canRaster = false
        this.#draw()
      }
      this.#raster = new loaded.ObjectRaster(this.#context.view, () => this.#layer.changed(), failed)
      this.#raster.setFilled(this.#isFilled)
      this.#raster.setObjects(this.#objects)
      this.#selectInRaster()
    }
    this.#draw()
  }

  #endRaster(): void {
    this.#raster?.dispose()
    this.#raster = null
    this.#source.loading = false
    this.#fresh.clear()
    this.#isSelectionBelow = false
  }

  /** What is selected is highlighted by the worker where it is so much that features would make the map stutter. */
  #selectInRaster(): void {
    const isBelow = this.#selected.size > mostOnTop
    if (isBelow || this.#isSelectionBelow) this.#raster?.select(isBelow ? [...this.#selected] : [])
    this.#isSelectionBelow = isBelow
  }

  /** Has features of all objects, or of those that are to be seen above what the worker draws. */
  #showFeatures(): void {
    const shown = this.#raster ? this.#onTop() : this.#isMany ? [] : [...this.#objects.values()]
    const next = new Set(shown.map((object) => this.#index.featureOf(object)))
    for (const feature of this.#source.getFeatures()) if (!next.has(feature)) this.#source.removeFeature(feature)
    this.#source.addFeatures([...next].filter((feature) => !this.#source.hasFeature(feature)))
  }

  #onTop(): ViewerObject[] {
    const selected = this.#selected.size > mostOnTop ? [] : this.#selected
    const ids = new Set([...this.#fresh, ...selected, ...this.#marks.keys()])
    const chosen = [...ids].flatMap((id) => this.#objects.get(id) ?? [])
    return [...chosen, ...[...this.#objects.values()].filter(({ id, name }) => name !== null && !ids.has(id))]
  }

  #isShown({ scene, z, t }: ViewerObject): boolean {
    if (!this.#context) return false
    const { shown } = this.#context
    // The maximum of all planes shows what is on any of them.
    const isOnPlane = z === null || shown.plane === undefined || shown.plane === 'max' || shown.plane === z
    return scene === this.#context.scene && isOnPlane && (t === null || t === shown.t)
  }

  #plateOf(object: ViewerObject): Style[] {
    if (object.name === null) return []
    const plate = this.#plates.get(object) ?? plateOf(object.name, object.geometry)
    this.#plates.set(object, plate)
    return [plate]
  }

  #styleOf(color: string | null): Style[] {
    if (color === null) return colorlessStyles
    const known = this.#styles.get(color)
    if (known) return known
    const style = coloredStyles(color, this.#isFilled)
    this.#styles.set(color, style)
    return style
  }
}
