import { boxOf, type Geometry, type Position, positionsOf } from '@lamella/shared/geometry'
import type { Coordinate } from 'ol/coordinate.js'
import { listen, unlistenByKey } from 'ol/events.js'
import Feature from 'ol/Feature.js'
import type OlGeometry from 'ol/geom/Geometry.js'
import Polygon from 'ol/geom/Polygon.js'
import VectorLayer from 'ol/layer/Vector.js'
import MapBrowserEvent from 'ol/MapBrowserEvent.js'
import VectorSource from 'ol/source/Vector.js'
import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import type { MapContext } from '../canvas/map-context.ts'
import type { ShownPlane } from '../tiles/tile-store.ts'
import { featureAt } from './feature-at.ts'
import { olGeometry } from './ol-geometry.ts'
import { fillOpacities, labelStyle, selectedStyles } from './polygon-styles.ts'
import { snapPlace } from './snap-place.ts'
import type { ViewerLayer } from './viewer-layer.ts'

/** One object over the picture. Compared by identity: a changed object is another one. */
export interface ViewerObject {
  /** Unique within the layer. */
  id: string
  /** In pixels of the image. */
  geometry: Geometry
  /** `#rrggbb`; null: dashes of black and white, which are no colour of a label and are seen on any picture. */
  color: string | null
  /** Of a region of interest, which is drawn as a frame with its name; null: it is no region. */
  name: string | null
  scene: number
  /** Z plane and time point; null: on all of them. */
  z: number | null
  t: number | null
}

/** Appearance of the objects of a layer. */
export interface ObjectLook {
  /** With a stronger fill, for small scales at which outlines are hard to see. */
  filled: boolean
  /** Of everything in the layer; 1: nothing shows through lines. */
  opacity: number
}

/** That somebody else has selected an object. */
export interface ObjectMark {
  /** Who. */
  name: string
  /** `#rrggbb` */
  color: string
}

const pointRadius = 5

/** CSS pixels from which a place snaps to an object. */
const snapReach = 8
/** What is drawn in straight lines, by its `data-draws`: this can snap to objects. */
const snapped = new Set(['line', 'polyline', 'polygon', 'rectangle'])
/** Of the map, before its interactions. Its types leave out two of them. */
const pointerEvents = ['pointerdown', 'pointermove', 'pointerdrag', 'pointerup'] as const

/** Outline of 2 px at any zoom, and a fill through which the picture is seen. */
const styleOf = (color: string, filled: boolean): Style[] => [
  new Style({
    stroke: new Stroke({ color, width: 2 }),
    fill: new Fill({ color: `${color}${filled ? fillOpacities.filled : fillOpacities.outlined}` }),
    image: new CircleStyle({
      radius: pointRadius,
      fill: new Fill({ color }),
      stroke: new Stroke({ color: '#000000', width: 1 }),
    }),
  }),
]

const colorless: Style[] = [
  new Style({
    stroke: new Stroke({ color: '#000000', width: 2 }),
    // An invisible fill: the inside can still be clicked.
    fill: new Fill({ color: '#FFFFFF01' }),
    image: new CircleStyle({
      radius: pointRadius,
      fill: new Fill({ color: '#FFFFFF66' }),
      stroke: new Stroke({ color: '#000000', width: 2, lineDash: [3, 3] }),
    }),
  }),
  new Style({ stroke: new Stroke({ color: '#FFFFFF', width: 2, lineDash: [5, 5] }) }),
]

/** Dashes of white over a dark line: other than those of objects, and without a fill. */
const frame: Style[] = [
  new Style({ stroke: new Stroke({ color: '#00000080', width: 3 }) }),
  new Style({ stroke: new Stroke({ color: '#FFFFFF', width: 1.5, lineDash: [8, 5] }) }),
]

/** The name of a region on a plate over its top left corner. */
const plateOf = (text: string, geometry: Geometry): Style => {
  const [left, top] = boxOf(geometry)
  const plate = labelStyle({ text, at: [left, top], align: 'left' })
  plate.getText()?.setTextBaseline('bottom')
  plate.getText()?.setOffsetX(6)
  plate.getText()?.setOffsetY(-6)
  return plate
}

const selectedPoint = new Style({
  image: new CircleStyle({
    radius: pointRadius,
    fill: new Fill({ color: '#FFFFFF' }),
    stroke: new Stroke({ color: '#000000', width: 2 }),
  }),
  zIndex: 2,
})

/** Dashes in the colour of a person over a dark line, with their name on a plate. */
const markStyles = ({ name, color }: ObjectMark, geometry: Geometry): Style[] => [
  new Style({
    stroke: new Stroke({ color: '#000000', width: 4 }),
    image: new CircleStyle({ radius: pointRadius + 3, stroke: new Stroke({ color: '#000000', width: 4 }) }),
    zIndex: 1,
  }),
  new Style({
    stroke: new Stroke({ color, width: 2.5, lineDash: [7, 5] }),
    image: new CircleStyle({ radius: pointRadius + 3, stroke: new Stroke({ color, width: 2.5, lineDash: [7, 5] }) }),
    zIndex: 1,
  }),
  plateOf(name, geometry),
]

/** Objects of the scene, the Z plane and the time point that are shown; some of them can be selected. */
export class ObjectLayer implements ViewerLayer {
  readonly id: string
  readonly #source = new VectorSource<Feature<OlGeometry>>()
  readonly #layer: VectorLayer<VectorSource<Feature<OlGeometry>>>
  /** By colour. */
  #styles = new Map<string, Style[]>()
  #isFilled = false
  #snaps = false
  readonly #plates = new WeakMap<ViewerObject, Style>()
  #objects = new Map<string, ViewerObject>()
  #selected: ReadonlySet<string> = new Set()
  #marks: ReadonlyMap<string, ObjectMark> = new Map()
  #context: MapContext | null = null
  /** To be revealed once there is a map. */
  #wanted: string | null = null

  constructor(id: string) {
    this.id = id
    this.#layer = new VectorLayer({
      source: this.#source,
      updateWhileInteracting: true,
      style: (feature) => {
        const object = this.#objects.get(String(feature.getId()))
        if (!object || !this.#isShown(object)) return
        const mark = this.#marks.get(object.id)
        const plates = mark ? markStyles(mark, object.geometry) : this.#plateOf(object)
        if (this.#selected.has(object.id)) return [...selectedStyles, selectedPoint, ...plates]
        return [...(object.name === null ? this.#styleOf(object.color) : frame), ...plates]
      },
    })
  }

  mount(context: MapContext): () => void {
    this.#context = context
    context.map.addLayer(this.#layer)
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

  /** Shows these objects, by the difference to those before. */
  setObjects(objects: readonly ViewerObject[]): void {
    const next = new Map(objects.map((object) => [object.id, object]))
    for (const [id, object] of this.#objects) {
      const feature = next.get(id) === object ? null : this.#source.getFeatureById(id)
      if (feature instanceof Feature) this.#source.removeFeature(feature)
    }
    const added = objects.filter((object) => this.#objects.get(object.id) !== object)
    this.#objects = next
    this.#source.addFeatures(
      added.map((object) => {
        const feature = new Feature(olGeometry(object.geometry))
        feature.setId(object.id)
        return feature
      }),
    )
  }

  setVisible(visible: boolean): void {
    this.#layer.setVisible(visible)
  }

  setLook({ filled, opacity }: ObjectLook): void {
    this.#layer.setOpacity(opacity)
    if (filled === this.#isFilled) return
    this.#isFilled = filled
    this.#styles = new Map()
    this.#layer.changed()
  }

  /** Shows what others have selected, by the ids of the objects, in place of that before. */
  setMarks(marks: ReadonlyMap<string, ObjectMark>): void {
    this.#marks = marks
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
    return snapPlace(this.#source, place, snapReach * this.resolution, isTarget) ?? place
  }

  /** Highlights objects in place of those before. */
  select(ids: readonly string[]): void {
    this.#selected = new Set(ids)
    this.#layer.changed()
  }

  /** Shows the plane of an object, and moves it to the centre of the map unless it is visible there. */
  reveal(id: string): void {
    const [left = 0, bottom = 0, right = 0, top = 0] = this.#extentOf(id) ?? []
    const [x, y] = [(left + right) / 2, -(bottom + top) / 2]
    this.#wanted = this.#context ? null : id
    const object = this.#objects.get(id)
    if (!this.#context || !object) return
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
    const hit = featureAt(this.#source, place, resolution, isShown)
    return hit ? String(hit.getId()) : null
  }

  /** Whether an object that is drawn covers a place, in pixels of the image. */
  covers(id: string, [x, y]: Position): boolean {
    const feature = this.shows(id) ? this.#source.getFeatureById(id) : null
    return feature instanceof Feature && feature.getGeometry()?.intersectsCoordinate([x, -y]) === true
  }

  /** Ids of the drawn objects that lie within an outline as a whole. @param outline - in coordinates of the map */
  idsWithin(outline: readonly Coordinate[]): string[] {
    if (!this.#layer.getVisible()) return []
    const around = new Polygon([[...outline]])
    const within: string[] = []
    this.#source.forEachFeatureInExtent(around.getExtent(), (feature) => {
      const object = this.#objects.get(String(feature.getId()))
      if (!object || !this.#isShown(object)) return
      if (positionsOf(object.geometry).every(([x, y]) => around.intersectsCoordinate([x, -y]))) within.push(object.id)
    })
    return within
  }

  /** Whether an object is drawn, on the plane that is shown. */
  shows(id: string): boolean {
    const object = this.#objects.get(id)
    return this.#layer.getVisible() && object !== undefined && this.#isShown(object)
  }

  #extentOf(id: string): number[] | undefined {
    const feature = this.#source.getFeatureById(id)
    return feature instanceof Feature ? feature.getGeometry()?.getExtent() : undefined
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
    if (color === null) return colorless
    const known = this.#styles.get(color)
    if (known) return known
    const style = styleOf(color, this.#isFilled)
    this.#styles.set(color, style)
    return style
  }
}
