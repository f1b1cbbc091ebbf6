import type { Geometry, Position } from '@lamella/shared/geometry'
import type { Coordinate } from 'ol/coordinate.js'
import LineString from 'ol/geom/LineString.js'
import type { MapContext } from '../../canvas/map-context.ts'
import { sketchStyles } from '../measure/measure-styles.ts'
import type { PixelSize } from '../measure/measurement.ts'
import { type DrawListener, report } from './as-stored.ts'
import { roundedPlace } from './draw-place.ts'
import { Sketch } from './sketch.ts'
import { Strokes } from './strokes.ts'

/** CSS pixels by which an outline may leave the way of the hand: fewer corners, which nobody sees missing. */
const tolerance = 0.6

/** The corners of a way, closed. @param step - by which they may leave it, pixels */
const outlineOf = (way: readonly Position[], step: number): Geometry => {
  const simplified = new LineString([...way]).simplify(step) as LineString
  const corners = simplified.getCoordinates().map(([x = 0, y = 0]): Position => [x, y])
  const [[x, y] = [0, 0]] = corners
  return { type: 'Polygon', coordinates: [[...corners, [x, y]]] }
}

/**
 * Lets the user draw outlines in one stroke of the first button, a pen or a finger, one after the other; the last place is joined with the first
 * one. Keys have no strokes: what they draw are polygons.
 * @param size - in which the area is measured that it has where the stroke ends
 * @returns ends it
 */
export const drawFreehand = (context: MapContext, size: PixelSize, listener: DrawListener): (() => void) => {
  const { map } = context
  const drawing = new Sketch(context, sketchStyles, size)
  const step = (): number => tolerance * (map.getView().getResolution() ?? 1)
  let way: Position[] = []

  const add = ([x = 0, y = 0]: Coordinate): void => {
    const place = roundedPlace([x, -y])
    const last = way.at(-1)
    if (last && last[0] === place[0] && last[1] === place[1]) return
    way.push(place)
    drawing.show({ type: 'LineString', coordinates: way })
    drawing.measure(way.length < 3 ? null : outlineOf(way, step()))
  }
  const end = (isWhole: boolean): void => {
    const drawn = way
    way = []
    drawing.show(null)
    drawing.measure(null)
    // Three places enclose something.
    if (isWhole && drawn.length >= 3) report(context, outlineOf(drawn, step()), listener)
  }
  const pointer = new Strokes({
    onStart: add,
    // Not after Escape.
    onMove: (place) => way.length > 0 && add(place),
    onEnd: (place) => end(place !== null),
  })
  map.addInteraction(pointer)
  const target = map.getTargetElement()
  const onKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') end(false)
  }
  target?.addEventListener('keydown', onKey)
  target?.setAttribute('data-draws', 'freehand')
  return () => {
    target?.removeEventListener('keydown', onKey)
    target?.removeAttribute('data-draws')
    map.removeInteraction(pointer)
    drawing.remove()
  }
}
