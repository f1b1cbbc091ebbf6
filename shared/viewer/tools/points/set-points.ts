import type { Coordinate } from 'ol/coordinate.js'
import { noModifierKeys, primaryAction } from 'ol/events/condition.js'
import type Geometry from 'ol/geom/Geometry.js'
import LineString from 'ol/geom/LineString.js'
import OlPoint from 'ol/geom/Point.js'
import Polygon from 'ol/geom/Polygon.js'
import type SimpleGeometry from 'ol/geom/SimpleGeometry.js'
import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js'
import Draw, { type SketchCoordType } from 'ol/interaction/Draw.js'
import type MapBrowserEvent from 'ol/MapBrowserEvent.js'
import type { MapContext } from '../../canvas/map-context.ts'
import { AtRest } from '../draw/at-rest.ts'
import { outlineStyles } from '../measure/measure-styles.ts'

/** A place in pixels of the image; the middle of the first pixel is (0.5, 0.5). */
export type Point = readonly [x: number, y: number]

interface PointsOptions {
  /** What is drawn: the value of `data-draws`. */
  name: string
  /** Whether the last point is joined with the first one. */
  isClosed: boolean
  /** Points that complete it; undefined: as many as the user sets. */
  most?: number | undefined
  /** Where a point is set that the user wants at a place; absent: there. */
  placed?: (point: Point) => Point
}

/** Points that are set so far. */
export interface PointsSketch {
  points: readonly Point[]
  /** By OpenLayers, up to the pointer. */
  isDrawn: boolean
}

interface PointsListener {
  /** All points were set. */
  onPoints: (points: readonly Point[]) => void
  /** Null: no points are set. */
  onSketch: (sketch: PointsSketch | null) => void
}

const toPoints = (coordinates: readonly Coordinate[]): Point[] => coordinates.map(([x = 0, y = 0]) => [x, -y])

/** Of a polygon without the point that closes it. */
const coordinatesOf = (geometry: Geometry | undefined): Coordinate[] => {
  if (geometry instanceof LineString) return geometry.getCoordinates()
  if (geometry instanceof OlPoint) return [geometry.getCoordinates()]
  return geometry instanceof Polygon ? (geometry.getCoordinates()[0] ?? []).slice(0, -1) : []
}

/** OpenLayers' own, without the point that a thumb would leave which rests while another finger zooms. */
class PointDraw extends Draw {
  #isPinched = false

  override handleEvent(event: MapBrowserEvent<PointerEvent>): boolean {
    if (event.type === 'pointerdown') this.#isPinched = (event.activePointers?.length ?? 1) > 1
    return super.handleEvent(event)
  }

  override handleUpEvent(event: MapBrowserEvent<PointerEvent>): boolean {
    const { pixel } = event
    // Far from where the finger came down it is no tap.
    if (this.#isPinched) event.pixel = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]
    const isPassed = super.handleUpEvent(event)
    event.pixel = pixel
    return isPassed
  }
}

/** A point or a line through places. */
const placedGeometry = (
  coordinates: SketchCoordType,
  before: SimpleGeometry | undefined,
  place: (coordinate: Coordinate) => Coordinate,
): SimpleGeometry => {
  const isPoint = typeof coordinates[0] === 'number'
  const next = isPoint ? place(coordinates as Coordinate) : (coordinates as Coordinate[]).map(place)
  if (!before) return isPoint ? new OlPoint(next as Coordinate) : new LineString(next as Coordinate[])
  before.setCoordinates(next)
  return before
}

/**
 * Lets the user set points, for one thing after the other: by clicks, taps, or keys, which set them in the middle of the canvas (Enter), take
 * the last one back (Backspace), end a line or area (Shift and Enter) and give up (Escape). Enter also ends what was drawn by the pointer; of
 * other points the keys go on with those that the pointer has set.
 * @returns ends it
 */
export const setPoints = (
  { map }: MapContext,
  { name, isClosed, most, placed = (point) => point }: PointsOptions,
  { onPoints, onSketch }: PointsListener,
): (() => void) => {
  const least = most ?? (isClosed ? 3 : 2)
  const place = ([x = 0, y = 0]: Coordinate): Coordinate => {
    const [placedX, placedY] = placed([x, -y])
    return [placedX, -placedY]
  }
  const draw = new PointDraw({
    type: most === 1 ? 'Point' : isClosed ? 'Polygon' : 'LineString',
    style: outlineStyles,
    ...(most && { maxPoints: most, minPoints: most }),
    // Freehand by Shift would take the key from the box that zooms.
    freehandCondition: () => false,
    condition: (event) => {
      const isPoint = noModifierKeys(event) && primaryAction(event)
      // The pointer goes on from what keys have set.
      if (isPoint && byKeys.length > 0) draw.appendCoordinates(byKeys.map(([x, y]) => [x, -y]))
      return isPoint
    },
    // What is shown is what is set.
    ...(!isClosed && { geometryFunction: (coordinates, geometry) => placedGeometry(coordinates, geometry, place) }),
  })
  /** Points that were set by keys: they have no pointer for OpenLayers to follow. */
  let byKeys: Point[] = []
  /** What the pointer is drawing: its points, and then the place of the pointer. */
  let sketch: Geometry | undefined
  const byPointer = (): Point[] => toPoints(coordinatesOf(sketch).slice(0, -1))
  draw.on('drawstart', ({ feature }) => {
    byKeys = []
    const geometry = feature.getGeometry()
    sketch = geometry
    geometry?.on('change', () => onSketch({ points: toPoints(coordinatesOf(geometry)), isDrawn: true }))
  })
  draw.on('drawend', ({ feature }) => {
    sketch = undefined
    onSketch(null)
    onPoints(toPoints(coordinatesOf(feature.getGeometry())))
  })
  draw.on('drawabort', () => {
    sketch = undefined
    onSketch(null)
  })
  map.addInteraction(draw)

  const zooms = map
    .getInteractions()
    .getArray()
    .filter((interaction) => interaction instanceof DoubleClickZoom)
  for (const zoom of zooms) zoom.setActive(false)

  const rest = new AtRest(map)
  const target = map.getTargetElement()
  const setByKeys = (points: Point[]): void => {
    byKeys = points
    onSketch(points.length > 0 ? { points, isDrawn: false } : null)
  }
  const finish = (points: Point[]): void => {
    setByKeys([])
    onPoints(points)
  }
  const setPoint = (): void => {
    const points = [...byPointer(), ...byKeys, ...toPoints([place(map.getView().getCenter() ?? [])])]
    draw.abortDrawing()
    if (points.length === most) finish(points)
    else setByKeys(points)
  }
  const complete = (): void => {
    if (byPointer().length >= least) draw.finishDrawing()
    else if (byKeys.length >= least) finish(byKeys)
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.target !== target || event.ctrlKey || event.metaKey || event.altKey) return
    const isEnding = most === undefined && (event.shiftKey || byPointer().length >= least)
    if (event.key === 'Enter') event.repeat || rest.do(isEnding ? complete : setPoint)
    else if (event.key === 'Backspace' && rest.giveUp()) {
      // The last point is the one that was not set yet.
    } else if (event.key === 'Backspace' && byKeys.length > 0) setByKeys(byKeys.slice(0, -1))
    else if (event.key === 'Backspace') draw.removeLastPoint()
    else if (event.key === 'Escape') {
      rest.giveUp()
      setByKeys([])
      draw.abortDrawing()
    } else return
    event.preventDefault()
  }
  target?.addEventListener('keydown', onKey)
  // The pointer becomes a cross only now that it sets points.
  target?.setAttribute('data-draws', name)
  return () => {
    target?.removeEventListener('keydown', onKey)
    target?.removeAttribute('data-draws')
    rest.giveUp()
    draw.abortDrawing()
    onSketch(null)
    map.removeInteraction(draw)
    for (const zoom of zooms) zoom.setActive(true)
  }
}
