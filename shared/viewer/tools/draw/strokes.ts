import type { Coordinate } from 'ol/coordinate.js'
import Interaction from 'ol/interaction/Interaction.js'
import type MapBrowserEvent from 'ol/MapBrowserEvent.js'
import { isDrag } from './drag-start.ts'

interface StrokeListener {
  /** Whether a stroke begins; absent: with the first button and no key. */
  takes?: (event: PointerEvent, place: Coordinate) => boolean
  onStart: (place: Coordinate) => void
  onMove: (place: Coordinate) => void
  /** @param place - null: the stroke is given up, as by a second finger, which zooms */
  onEnd: (place: Coordinate | null) => void
}

/**
 * Strokes of the first button, a pen or one finger. While a pen draws, fingers and palms do nothing; a pen that comes down while a finger draws
 * takes its place.
 */
export class Strokes extends Interaction {
  readonly #listener: StrokeListener
  #own: { id: number; isPen: boolean } | null = null

  constructor(listener: StrokeListener) {
    super()
    this.#listener = listener
  }

  /** @returns whether the event goes on to what moves the picture */
  override handleEvent({ type, originalEvent, coordinate }: MapBrowserEvent): boolean {
    if (!(originalEvent instanceof PointerEvent)) return true
    const { pointerId, pointerType } = originalEvent
    const isOwn = pointerId === this.#own?.id
    if (type === 'pointerdown') return this.#down(originalEvent, coordinate)
    if (isOwn && type === 'pointerdrag') this.#listener.onMove(coordinate)
    // The system may take a gesture over, such as a swipe from the edge.
    else if (isOwn && type === 'pointerup') this.#end(originalEvent.type === 'pointercancel' ? null : coordinate)
    return !(this.#own?.isPen && pointerType === 'touch')
  }

  #down(event: PointerEvent, place: Coordinate): boolean {
    const isPen = event.pointerType === 'pen'
    if (this.#own?.isPen && !isPen) return false
    if (this.#own) this.#end(null)
    const { takes = isDrag } = this.#listener
    if (!takes(event, place)) return true
    this.#own = { id: event.pointerId, isPen }
    this.#listener.onStart(place)
    return false
  }

  #end(place: Coordinate | null): void {
    this.#own = null
    this.#listener.onEnd(place)
  }
}
