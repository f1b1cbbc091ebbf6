import { type Geometry, positionsOf } from '@lamella/shared/geometry'
import Feature from 'ol/Feature.js'
import type OlGeometry from 'ol/geom/Geometry.js'
import VectorLayer from 'ol/layer/Vector.js'
import Overlay from 'ol/Overlay.js'
import VectorSource from 'ol/source/Vector.js'
import type { StyleLike } from 'ol/style/Style.js'
import type { MapContext } from '../../canvas/map-context.ts'
import { olGeometry } from '../../layers/ol-geometry.ts'
import plateCss from '../measure/measure-layer.module.css'
import { type PixelSize, wordsOf } from '../measure/measurement.ts'

/** What is being drawn, over the picture. */
export class Sketch {
  readonly #map: MapContext['map']
  readonly #size: PixelSize
  readonly #source = new VectorSource<Feature<OlGeometry>>()
  readonly #layer: VectorLayer<VectorSource<Feature<OlGeometry>>>
  readonly #element = document.createElement('div')
  readonly #plate = new Overlay({ element: this.#element, stopEvent: false })

  /** @param size - in which it is measured */
  constructor({ map }: MapContext, style: StyleLike, size: PixelSize) {
    this.#map = map
    this.#size = size
    this.#layer = new VectorLayer({ source: this.#source, style, updateWhileInteracting: true })
    this.#element.className = plateCss.plate ?? ''
    map.addLayer(this.#layer)
    map.addOverlay(this.#plate)
  }

  /** Shows a geometry in place of the one before; null: none. */
  show(geometry: Geometry | null): void {
    this.#source.clear(true)
    if (geometry) this.#source.addFeature(new Feature(olGeometry(geometry)))
  }

  /**
   * Says the length or area of what is drawn beside its last place; null: nothing.
   * @param geometry - a polygon, or a line of more than one place
   */
  measure(geometry: Geometry | null): void {
    const positions = geometry ? positionsOf(geometry) : []
    const isArea = geometry?.type === 'Polygon'
    const points = isArea ? positions.slice(0, -1) : positions
    const at = points.at(-1)
    if (at) this.#element.textContent = wordsOf({ kind: isArea ? 'area' : 'line', points }, this.#size)
    this.#plate.setPosition(at && [at[0], -at[1]])
  }

  remove(): void {
    this.#map.removeLayer(this.#layer)
    this.#map.removeOverlay(this.#plate)
  }
}
