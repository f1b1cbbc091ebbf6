import type { Position } from '@lamella/shared/geometry'
import type { Coordinate } from 'ol/coordinate.js'
import type { MapContext } from '../../canvas/map-context.ts'
import { sketchStyles } from '../measure/measure-styles.ts'
import type { PixelSize } from '../measure/measurement.ts'
import { type DrawListener, report } from './as-stored.ts'
import { AtRest } from './at-rest.ts'
import { type DragKind, dragShape } from './drag-shapes.ts'
import { placeOn, roundedPlace } from './draw-place.ts'
import { Sketch } from './sketch.ts'
import { Strokes } from './strokes.ts'

/** CSS pixels that a side needs: less is a click with an unsteady hand. */
const smallestSide = 3

/**
 * Lets the user draw shapes between two places, one after the other: by dragging with the first button, a pen or a finger, or by keys, which set
 * a place in the middle of the canvas (Enter) and give up (Escape).
 * @param size - in which it is measured beside the pointer
 * @returns ends it
 */
export const drawByDrag = (
  context: MapContext,
  kind: DragKind,
  size: PixelSize,
  listener: DrawListener,
): (() => void) => {
  const { map } = context
  const drawing = new Sketch(context, sketchStyles, size)
  const rest = new AtRest(map)
  // An ellipse is cut at the edge; the corners of the others are their ends there.
  const placeIn = ([x = 0, y = 0]: Coordinate): Position =>
    kind === 'ellipse' ? roundedPlace([x, -y]) : placeOn(context, [x, -y])
  let start: Position | null = null

  const sketch = (end: Position | null): void => {
    const shape = start && end && dragShape(kind, start, end)
    drawing.show(shape)
    drawing.measure(shape)
  }
  const finish = (end: Position | null): void => {
    const begun = start
    start = null
    sketch(null)
    if (!begun || !end) return
    const least = smallestSide * (map.getView().getResolution() ?? 1)
    const [wide, high] = [Math.abs(end[0] - begun[0]), Math.abs(end[1] - begun[1])]
    const isDrawn = kind === 'line' ? Math.hypot(wide, high) >= least : wide >= least && high >= least
    if (isDrawn) report(context, dragShape(kind, begun, end), listener)
  }

  const pointer = new Strokes({
    onStart: (place) => {
      start = placeIn(place)
    },
    onMove: (place) => sketch(placeIn(place)),
    onEnd: (place) => finish(place && placeIn(place)),
  })
  map.addInteraction(pointer)

  const target = map.getTargetElement()
  const middle = (): Position => placeIn(map.getView().getCenter() ?? [])
  const setCorner = (): void => {
    if (start) finish(middle())
    else start = middle()
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.target !== target || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter') event.repeat || rest.do(setCorner)
    else if (event.key === 'Escape' || event.key === 'Backspace') {
      rest.giveUp()
      finish(null)
    } else return
    event.preventDefault()
  }
  // While the picture is moved below the middle, the corner there moves with it.
  const follow = (): void => {
    if (start && target === document.activeElement) sketch(middle())
  }
  target?.addEventListener('keydown', onKey)
  map.on('moveend', follow)
  target?.setAttribute('data-draws', kind)
  return () => {
    target?.removeEventListener('keydown', onKey)
    target?.removeAttribute('data-draws')
    map.un('moveend', follow)
    rest.giveUp()
    map.removeInteraction(pointer)
    drawing.remove()
  }
}
