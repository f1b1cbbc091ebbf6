import type { Coordinate } from 'ol/coordinate.js'
import type Geometry from 'ol/geom/Geometry.js'
import LineString from 'ol/geom/LineString.js'
import Polygon from 'ol/geom/Polygon.js'
import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js'
import Draw from 'ol/interaction/Draw.js'
import type { MapContext } from '../../canvas/map-context.ts'
import type { MeasureListener } from './measure-listener.ts'
import { outlineStyles } from './measure-styles.ts'
import type { MeasureKind, Point } from './measurement.ts'

/** Points that complete a measurement; an area is completed on its first point. */
const pointsOf: Record<MeasureKind, number | undefined> = { line: 2, angle: 3, area: undefined }

const toPoints = (coordinates: readonly Coordinate[]): Point[] => coordinates.map(([x = 0, y = 0]) => [x, -y])

/** Of a polygon without the point that closes it. */
const coordinatesOf = (geometry: Geometry | undefined): Coordinate[] => {
  if (geometry instanceof LineString) return geometry.getCoordinates()
  return geometry instanceof Polygon ? (geometry.getCoordinates()[0] ?? []).slice(0, -1) : []
}

/**
 * Lets the user set points of measurements, one after the other: by clicks, taps, or keys, which set them in the middle of
 * the canvas (Enter), take the last one back (Backspace), close an area (Shift and Enter) and give up (Escape). Enter also closes an area
 * that was drawn by the pointer; of other points the keys go on with those that the pointer has set.
 * @returns ends it
 */
export const drawMeasure = (
  { map }: MapContext,
  kind: MeasureKind,
  { onMeasured, onSketch }: MeasureListener,
): (() => void) => {
  const most = pointsOf[kind]
  const draw = new Draw({
    type: kind === 'area' ? 'Polygon' : 'LineString',
    style: outlineStyles,
    ...(most && { maxPoints: most, minPoints: most }),
    // Freehand by Shift would take the key from the box that zooms.
    freehandCondition: () => false,
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
    geometry?.on('change', () => onSketch({ kind, points: toPoints(coordinatesOf(geometry)), isDrawn: true }))
  })
  draw.on('drawend', ({ feature }) => {
    sketch = undefined
    onSketch(null)
    onMeasured(kind, toPoints(coordinatesOf(feature.getGeometry())))
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

  const target = map.getTargetElement()
  const setByKeys = (points: Point[]): void => {
    byKeys = points
    onSketch(points.length > 0 ? { kind, points, isDrawn: false } : null)
  }
  const finish = (points: Point[]): void => {
    setByKeys([])
    onMeasured(kind, points)
  }
  const setPoint = (): void => {
    const points = [...byPointer(), ...byKeys, ...toPoints([map.getView().getCenter() ?? []])]
    draw.abortDrawing()
    if (points.length === most) finish(points)
    else setByKeys(points)
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.target !== target || event.ctrlKey || event.metaKey || event.altKey) return
    const isByPointer = byPointer().length >= 3
    const isClosing = kind === 'area' && (event.shiftKey || isByPointer)
    if (event.key === 'Enter' && isClosing && isByPointer) draw.finishDrawing()
    else if (event.key === 'Enter' && isClosing) byKeys.length >= 3 && finish(byKeys)
    else if (event.key === 'Enter') setPoint()
    else if (event.key === 'Backspace' && byKeys.length > 0) setByKeys(byKeys.slice(0, -1))
    else if (event.key === 'Backspace') draw.removeLastPoint()
    else if (event.key === 'Escape') {
      setByKeys([])
      draw.abortDrawing()
    } else return
    event.preventDefault()
  }
  target?.addEventListener('keydown', onKey)
  // The pointer becomes a cross only now that it sets points.
  target?.setAttribute('data-draws', kind)
  return () => {
    target?.removeEventListener('keydown', onKey)
    target?.removeAttribute('data-draws')
    draw.abortDrawing()
    onSketch(null)
    map.removeInteraction(draw)
    for (const zoom of zooms) zoom.setActive(true)
  }
}
