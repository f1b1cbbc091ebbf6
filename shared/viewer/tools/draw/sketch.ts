import type { Geometry } from '@lamella/shared/geometry'
import Feature from 'ol/Feature.js'
import type OlGeometry from 'ol/geom/Geometry.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import type { StyleLike } from 'ol/style/Style.js'
import type { MapContext } from '../../canvas/map-context.ts'
import { olGeometry } from '../../layers/ol-geometry.ts'
import type { PixelSize } from '../measure/measurement.ts'
import { MeasurePlate } from './measure-plate.ts'

/** What is being drawn, over the picture, with its length or area. */
export class Sketch {
  readonly #context: MapContext
  readonly #source = new VectorSource<Feature<OlGeometry>>()
  readonly #layer: VectorLayer<VectorSource<Feature<OlGeometry>>>
  readonly #plate: MeasurePlate

  /** @param size - in which it is measured */
  constructor(context: MapContext, style: StyleLike, size: PixelSize) {
    this.#context = context
    this.#layer = new VectorLayer({ source: this.#source, style, updateWhileInteracting: true })
    context.map.addLayer(this.#layer)
    this.#plate = new MeasurePlate(context, size)
  }

  /** Shows a geometry in place of the one before; null: none. */
  show(geometry: Geometry | null): void {
    this.#source.clear(true)
    if (geometry) this.#source.addFeature(new Feature(olGeometry(geometry)))
  }

  /** Says what a geometry measures (`MeasurePlate`); null: nothing. */
  measure(geometry: Geometry | null): void {
    this.#plate.measure(geometry)
  }

  remove(): void {
    this.#context.map.removeLayer(this.#layer)
    this.#plate.remove()
  }
}
