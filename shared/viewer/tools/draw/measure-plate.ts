import { areaOf, type Geometry, GeometryError, type Position, polygonsOf, positionsOf } from '@lamella/shared/geometry'
import Overlay from 'ol/Overlay.js'
import type { MapContext } from '../../canvas/map-context.ts'
import css from '../measure/measure-layer.module.css'
import { type PixelSize, valueWords, wordsOf } from '../measure/measurement.ts'
import { asStored } from './as-stored.ts'

/** Says the length or the area of what is being drawn or changed, beside it. */
export class MeasurePlate {
  readonly #context: MapContext
  readonly #size: PixelSize
  readonly #element = document.createElement('div')
  readonly #plate = new Overlay({ element: this.#element, stopEvent: false })

  /** @param size - in which it is measured */
  constructor(context: MapContext, size: PixelSize) {
    this.#context = context
    this.#size = size
    this.#element.className = css.plate ?? ''
    context.map.addOverlay(this.#plate)
  }

  /**
   * Says the length of a line of more than one place, or the area that will be stored; null, and for a point: nothing.
   * @param at - where, in pixels of the image; absent: the last place of it
   */
  measure(geometry: Geometry | null, at = geometry ? lastOf(geometry) : undefined): void {
    const words = geometry && this.#wordsOf(geometry)
    if (words) this.#element.textContent = words
    this.#plate.setPosition(words && at ? [at[0], -at[1]] : undefined)
  }

  remove(): void {
    this.#context.map.removeOverlay(this.#plate)
  }

  #wordsOf(geometry: Geometry): string | null {
    const { x, y } = this.#size ?? { x: 1, y: 1 }
    const positions = positionsOf(geometry)
    if (geometry.type === 'LineString' && positions.length > 1) {
      return wordsOf({ kind: 'line', points: positions }, this.#size)
    }
    if (polygonsOf(geometry).length === 0) return null
    try {
      return valueWords(areaOf(asStored(this.#context, geometry)) * x * y, this.#size ? 'µm²' : 'px²')
    } catch (error) {
      if (error instanceof GeometryError) return '–'
      throw error
    }
  }
}

/** The last place of a line or an outline, which is not the one that closes it. */
const lastOf = (geometry: Geometry): Position | undefined => {
  const positions = positionsOf(geometry)
  return positions.at(polygonsOf(geometry).length > 0 ? -2 : -1)
}
