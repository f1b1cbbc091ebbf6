import type { Coordinate } from 'ol/coordinate.js'
import Feature, { type FeatureLike } from 'ol/Feature.js'
import Polygon from 'ol/geom/Polygon.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import type Style from 'ol/style/Style.js'
import type { MapContext } from '../canvas/map-context.ts'
import { featureAt } from './feature-at.ts'
import {
  labelStyle,
  type PolygonLabel,
  type PolygonLook,
  type PolygonStyles,
  polygonStyles,
  selectedStyles,
} from './polygon-styles.ts'
import type { ViewerLayer } from './viewer-layer.ts'

/** One polygon of a layer. */
export interface PolygonShape {
  /** Unique within the layer. */
  id: number
  /** Key of the colour in `PolygonLook.colors`. */
  group: string
  /** Outline in pixels of the image: closed, without holes. */
  outline: readonly (readonly [x: number, y: number])[]
  /** Words on the picture. */
  label?: PolygonLabel
}

/** Group in which a shape is drawn. @param group - the one that it was given with */
export type GroupOf = (id: number, group: string) => string

type PolygonFeature = Feature<Polygon>

const featureOf = ({ id, group, outline, label }: PolygonShape): PolygonFeature => {
  const feature = new Feature(new Polygon([outline.map(([x, y]) => [x, -y])]))
  feature.setId(id)
  feature.set('group', group, true)
  if (label) feature.set('label', labelStyle(label), true)
  return feature
}

const geometryOf = (feature: PolygonFeature): Polygon => feature.getGeometry() ?? new Polygon([])

/** Polygons over the picture, in the colours of their groups; one of them can be selected. */
export class PolygonLayer implements ViewerLayer {
  readonly id: string
  readonly #source = new VectorSource<PolygonFeature>()
  readonly #layer: VectorLayer<VectorSource<PolygonFeature>>
  #styles: PolygonStyles = new Map()
  #groupOf: GroupOf = (_, group) => group
  #selected: number | null = null
  #context: MapContext | null = null

  constructor(id: string) {
    this.id = id
    this.#layer = new VectorLayer({
      source: this.#source,
      updateWhileInteracting: true,
      style: (feature) => {
        const isSelected = feature.getId() === this.#selected
        const style = isSelected ? selectedStyles : this.#styles.get(this.#groupOfFeature(feature))
        const label: Style | undefined = feature.get('label')
        return label && style ? [style, label].flat() : style
      },
    })
  }

  mount(context: MapContext): () => void {
    this.#context = context
    context.map.addLayer(this.#layer)
    return () => {
      context.map.removeLayer(this.#layer)
      this.#context = null
    }
  }

  /** Replaces the shapes. */
  setShapes(shapes: readonly PolygonShape[]): void {
    this.#source.clear(true)
    this.#source.addFeatures(shapes.map(featureOf))
  }

  setLook(look: PolygonLook): void {
    this.#styles = polygonStyles(look)
    this.#layer.changed()
  }

  /** Puts shapes into other groups than their own, without replacing them: fast enough for every step of a slider. */
  setGroups(groupOf: GroupOf): void {
    this.#groupOf = groupOf
    this.#layer.changed()
  }

  setVisible(visible: boolean): void {
    this.#layer.setVisible(visible)
  }

  /** Highlights one shape in place of the one before; null: none. */
  select(id: number | null): void {
    this.#selected = id
    this.#layer.changed()
  }

  /** Whether the interior point of a shape is visible; also true without such a shape or a map. */
  shows(id: number): boolean {
    const point = this.#interiorPointOf(id)
    return !point || !this.#context || this.#context.shows(...point)
  }

  /** Moves a shape to the centre of the map. */
  centerOn(id: number): void {
    const point = this.#interiorPointOf(id)
    if (point) this.#context?.centerOn(...point)
  }

  /** Id of the shape that is hit at a coordinate of the map, or null. @param resolution - pixels of the image per CSS pixel */
  idAt(place: Coordinate, resolution: number): number | null {
    if (!this.#layer.getVisible()) return null
    const hit = featureAt(this.#source, place, resolution)
    return hit ? Number(hit.getId()) : null
  }

  #groupOfFeature(feature: FeatureLike): string {
    return this.#groupOf(Number(feature.getId()), String(feature.get('group')))
  }

  /** A point inside a shape, in pixels of the image. */
  #interiorPointOf(id: number): [number, number] | null {
    const feature = this.#source.getFeatureById(id)
    if (!(feature instanceof Feature)) return null
    const [x = 0, y = 0] = geometryOf(feature).getInteriorPoint().getCoordinates()
    return [x, -y]
  }
}
