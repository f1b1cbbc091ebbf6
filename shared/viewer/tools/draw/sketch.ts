import { areaOf, type Geometry, GeometryError, positionsOf } from '@lamella/shared/geometry'
import Feature from 'ol/Feature.js'
import type OlGeometry from 'ol/geom/Geometry.js'
import VectorLayer from 'ol/layer/Vector.js'
import Overlay from 'ol/Overlay.js'
import VectorSource from 'ol/source/Vector.js'
import type { StyleLike } from 'ol/style/Style.js'
import type { MapContext } from '../../canvas/map-context.ts'
import { olGeometry } from '../../layers/ol-geometry.ts'
import plateCss from '../measure/measure-layer.module.css'
import { type PixelSize, valueWords, wordsOf } from '../measure/measurement.ts'
import { asStored } from './as-stored.ts'

/** What is being drawn, over the picture. */
export class Sketch {
  readonly #context: MapContext
  readonly #size: PixelSize
  readonly #source = new VectorSource<Feature<OlGeometry>>()
  readonly #layer: VectorLayer<VectorSource<Feature<OlGeometry>>>
  readonly #element = document.createElement('div')
  readonly #plate = new Overlay({ element: this.#element, stopEvent: false })

  /** @param size - in which it is measured */
  constructor(context: MapContext, style: StyleLike, size: PixelSize) {
    const { map } = context
    this.#context = context
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
   * Says the length, or the area that will be stored, beside the last place of what is drawn; null: nothing.
   * @param geometry - a polygon, or a line of more than one place
   */
  measure(geometry: Geometry | null): void {
    const positions = geometry ? positionsOf(geometry) : []
    const isArea = geometry?.type === 'Polygon'
    const at = (isArea ? positions.slice(0, -1) : positions).at(-1)
    if (at) {
      const line = { kind: 'line' as const, points: positions }
      this.#element.textContent = isArea ? this.#areaWords(geometry) : wordsOf(line, this.#size)
    }
    this.#plate.setPosition(at && [at[0], -at[1]])
  }

  #areaWords(geometry: Geometry): string {
    const { x, y } = this.#size ?? { x: 1, y: 1 }
    try {
      return valueWords(areaOf(asStored(this.#context, geometry)) * x * y, this.#size ? 'µm²' : 'px²')
    } catch (error) {
      if (error instanceof GeometryError) return '–'
      throw error
    }
  }

  remove(): void {
    this.#context.map.removeLayer(this.#layer)
    this.#context.map.removeOverlay(this.#plate)
  }
}
