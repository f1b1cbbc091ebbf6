import type { Geometry, Position } from '@lamella/shared/geometry'
import type { Coordinate } from 'ol/coordinate.js'
import Feature from 'ol/Feature.js'
import type Polygon from 'ol/geom/Polygon.js'
import { fromExtent } from 'ol/geom/Polygon.js'
import PointerInteraction from 'ol/interaction/Pointer.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import type { MapContext } from '../../canvas/map-context.ts'
import { outlineStyles } from '../measure/measure-styles.ts'

/** CSS pixels that a side needs: less is a click with an unsteady hand. */
const smallestSide = 3

/** On the image, with two decimals: a hundredth of a pixel is less than anybody can point at. */
const placeIn = ({ view }: MapContext, [x = 0, y = 0]: Coordinate): Position => {
  const within = (value: number, most: number): number => Math.round(Math.min(Math.max(value, 0), most) * 100) / 100
  return [within(x, view.width), within(-y, view.height)]
}

const rectangleOf = ([x, y]: Position, [otherX, otherY]: Position): Geometry => {
  const [left, right] = [Math.min(x, otherX), Math.max(x, otherX)]
  const [top, bottom] = [Math.min(y, otherY), Math.max(y, otherY)]
  const corners: Position[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
    [left, top],
  ]
  return { type: 'Polygon', coordinates: [corners] }
}

/**
 * Lets the user draw rectangles, one after the other: by dragging with the first button, a pen or a finger, or by keys, which set a corner in
 * the middle of the canvas (Enter) and give up (Escape).
 * @returns ends it
 */
export const drawRectangle = (context: MapContext, onDrawn: (geometry: Geometry) => void): (() => void) => {
  const { map } = context
  const source = new VectorSource<Feature<Polygon>>()
  const layer = new VectorLayer({ source, style: outlineStyles, updateWhileInteracting: true })
  let start: Position | null = null
  /** Of the pointer that draws. */
  let pointerId: number | null = null

  const sketch = (end: Position | null): void => {
    source.clear(true)
    if (!start || !end) return
    const [[x, y], [endX, endY]] = [start, end]
    const extent = [Math.min(x, endX), -Math.max(y, endY), Math.max(x, endX), -Math.min(y, endY)]
    source.addFeature(new Feature(fromExtent(extent)))
  }
  const finish = (end: Position | null): void => {
    const begun = start
    start = null
    sketch(null)
    if (!begun || !end) return
    const least = smallestSide * (map.getView().getResolution() ?? 1)
    const isDrawn = Math.abs(end[0] - begun[0]) >= least && Math.abs(end[1] - begun[1]) >= least
    if (isDrawn) onDrawn(rectangleOf(begun, end))
  }

  const pointer = new PointerInteraction({
    handleDownEvent: ({ originalEvent, coordinate }) => {
      if (!(originalEvent instanceof PointerEvent)) return false
      const { button, isPrimary, shiftKey, altKey, ctrlKey, metaKey } = originalEvent
      // With a key the drag is that of the map: a box to zoom to, or a turn.
      if (button !== 0 || !isPrimary || shiftKey || altKey || ctrlKey || metaKey) return false
      start = placeIn(context, coordinate)
      pointerId = originalEvent.pointerId
      return true
    },
    handleDragEvent: ({ activePointers, coordinate }) => {
      // A second finger zooms: nothing is drawn then.
      if ((activePointers?.length ?? 1) > 1) finish(null)
      else sketch(placeIn(context, coordinate))
    },
    handleUpEvent: ({ originalEvent, coordinate }) => {
      const isOwn = originalEvent instanceof PointerEvent && originalEvent.pointerId === pointerId
      // The system may take a gesture over, such as a swipe from the edge.
      const isWhole = isOwn && originalEvent.type !== 'pointercancel'
      finish(isWhole ? placeIn(context, coordinate) : null)
      return false
    },
  })
  map.addInteraction(pointer)
  map.addLayer(layer)

  const target = map.getTargetElement()
  const middle = (): Position => placeIn(context, map.getView().getCenter() ?? [])
  const setCorner = (): void => {
    if (start) finish(middle())
    else start = middle()
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.target !== target || event.ctrlKey || event.metaKey || event.altKey) return
    // Where the picture comes to rest after the arrow before.
    if (event.key === 'Enter' && map.getView().getAnimating()) map.once('moveend', setCorner)
    else if (event.key === 'Enter') setCorner()
    else if (event.key === 'Escape' || event.key === 'Backspace') finish(null)
    else return
    event.preventDefault()
  }
  // While the picture is moved below the middle, the corner there moves with it.
  const follow = (): void => {
    if (start && target === document.activeElement) sketch(middle())
  }
  target?.addEventListener('keydown', onKey)
  map.on('moveend', follow)
  target?.setAttribute('data-draws', 'rectangle')
  return () => {
    target?.removeEventListener('keydown', onKey)
    target?.removeAttribute('data-draws')
    map.un('moveend', follow)
    map.un('moveend', setCorner)
    map.removeInteraction(pointer)
    map.removeLayer(layer)
  }
}
