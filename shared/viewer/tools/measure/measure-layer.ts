import Feature from 'ol/Feature.js'
import LineString from 'ol/geom/LineString.js'
import Polygon from 'ol/geom/Polygon.js'
import VectorLayer from 'ol/layer/Vector.js'
import Overlay from 'ol/Overlay.js'
import VectorSource from 'ol/source/Vector.js'
import type { MapContext } from '../../canvas/map-context.ts'
import type { ViewerLayer } from '../../layers/viewer-layer.ts'
import type { Point } from '../points/set-points.ts'
import css from './measure-layer.module.css'
import { chosenStyles, outlineStyles } from './measure-styles.ts'
import type { Measurement } from './measurement.ts'

const toCoordinates = (points: readonly Point[]): number[][] => points.map(([x, y]) => [x, -y])

const geometryOf = ({ kind, points }: Pick<Measurement, 'kind' | 'points'>): LineString | Polygon => {
  const [first] = points
  return kind === 'area' && first
    ? new Polygon([toCoordinates([...points, first])])
    : new LineString(toCoordinates(points))
}

/** A measurement as it is drawn. */
export interface DrawnMeasurement extends Pick<Measurement, 'kind' | 'points'> {
  /** On a plate beside its last point; of an angle beside its vertex. */
  text: string
  isChosen: boolean
  /** Drawn by somebody else: only its plate is shown. */
  isDrawn?: boolean
}

/** Measurements over the picture, each with its value on a plate that no mirror turns round. */
export class MeasureLayer implements ViewerLayer {
  readonly id = 'measurements'
  readonly #source = new VectorSource()
  readonly #layer = new VectorLayer({
    source: this.#source,
    updateWhileInteracting: true,
    updateWhileAnimating: true,
    style: (feature) => (feature.get('isChosen') ? chosenStyles : outlineStyles),
  })
  #drawn: readonly DrawnMeasurement[] = []
  #context: MapContext | null = null
  #plates: Overlay[] = []

  mount(context: MapContext): () => void {
    this.#context = context
    context.map.addLayer(this.#layer)
    this.#showPlates()
    return () => {
      this.#removePlates()
      context.map.removeLayer(this.#layer)
      this.#context = null
    }
  }

  /** Replaces what is drawn. */
  show(drawn: readonly DrawnMeasurement[]): void {
    this.#drawn = drawn
    this.#source.clear(true)
    for (const measurement of drawn) {
      if (measurement.isDrawn) continue
      const feature = new Feature(geometryOf(measurement))
      feature.set('isChosen', measurement.isChosen, true)
      this.#source.addFeature(feature)
    }
    this.#showPlates()
  }

  #removePlates(): void {
    for (const plate of this.#plates.splice(0)) this.#context?.map.removeOverlay(plate)
  }

  #showPlates(): void {
    this.#removePlates()
    for (const { kind, points, text } of this.#drawn) {
      const place = kind === 'angle' ? points[1] : points.at(-1)
      if (!place || !this.#context) continue
      const element = document.createElement('div')
      element.className = css.plate ?? ''
      element.textContent = text
      const plate = new Overlay({ element, position: [place[0], -place[1]], stopEvent: false })
      this.#context.map.addOverlay(plate)
      this.#plates.push(plate)
    }
  }
}
