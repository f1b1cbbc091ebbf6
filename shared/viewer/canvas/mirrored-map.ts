import OlMap from 'ol/Map.js'
import type MapBrowserEvent from 'ol/MapBrowserEvent.js'

const opposite: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** The same key event, as if the opposite arrow had been pressed. */
const withKey = (event: KeyboardEvent, key: string): KeyboardEvent =>
  new Proxy(event, {
    get: (target, name) => {
      if (name === 'key') return key
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

/**
 * A map that can be shown with left and right exchanged, which OpenLayers has no way for: its viewport is mirrored by a
 * style, and what comes in from the user is mirrored back. Text in the map's canvas is mirrored too.
 */
export class MirroredMap extends OlMap {
  #mirrored = false

  get mirrored(): boolean {
    return this.#mirrored
  }

  set mirrored(mirrored: boolean) {
    this.#mirrored = mirrored
    const viewport = this.getViewport()
    if (!viewport) return
    viewport.style.transform = mirrored ? 'scaleX(-1)' : ''
    viewport.toggleAttribute('data-mirrored', mirrored)
  }

  override getEventPixel(event: UIEvent | { clientX: number; clientY: number }): number[] {
    const [x = 0, y = 0] = super.getEventPixel(event)
    const [width = 0] = this.getSize() ?? []
    return this.#mirrored ? [width - x, y] : [x, y]
  }

  override handleMapBrowserEvent(event: MapBrowserEvent<PointerEvent | KeyboardEvent | WheelEvent>): void {
    const { originalEvent } = event
    const key = this.#mirrored && originalEvent instanceof KeyboardEvent && opposite[originalEvent.key]
    if (key) event.originalEvent = withKey(originalEvent, key)
    super.handleMapBrowserEvent(event)
  }
}
