import type { Geometry, Position } from '@lamella/shared/geometry'
import type { MapContext } from '../../canvas/map-context.ts'
import { outlineStyles } from '../measure/measure-styles.ts'
import type { PixelSize } from '../measure/measurement.ts'
import { setPoints } from '../points/set-points.ts'
import { type DrawListener, report } from './as-stored.ts'
import { placeOn, roundedPlace } from './draw-place.ts'
import { Sketch } from './sketch.ts'

/** What is drawn point by point. */
export type PointsKind = 'point' | 'polyline' | 'polygon'

const shapeOf = (kind: PointsKind, positions: Position[]): Geometry => {
  const [first = [0, 0]] = positions
  if (kind === 'point') return { type: 'Point', coordinates: first }
  if (kind === 'polyline') return { type: 'LineString', coordinates: positions }
  return { type: 'Polygon', coordinates: [[...positions, [...first] as Position]] }
}

/**
 * Lets the user draw points, lines and areas point by point, one after the other (`setPoints`).
 * @param size - in which it is measured beside the pointer
 * @returns ends it
 */
export const drawByPoints = (
  context: MapContext,
  kind: PointsKind,
  size: PixelSize,
  listener: DrawListener,
): (() => void) => {
  const drawing = new Sketch(context, outlineStyles, size)
  const positionsOf = (points: readonly (readonly [number, number])[]): Position[] =>
    points.map((point) => (kind === 'polygon' ? roundedPlace(point) : placeOn(context, point)))
  const end = setPoints(
    context,
    {
      name: kind,
      isClosed: kind === 'polygon',
      ...(kind === 'point' && { most: 1 }),
      // Points and lines end at the edge, areas are cut there.
      ...(kind !== 'polygon' && { placed: (point) => placeOn(context, point) }),
    },
    {
      onPoints: (points) => report(context, shapeOf(kind, positionsOf(points)), listener),
      onSketch: (sketch) => {
        const positions = positionsOf(sketch?.points ?? [])
        const shape = sketch && shapeOf(positions.length > 2 ? kind : 'polyline', positions)
        // What is set by the pointer is drawn by OpenLayers.
        drawing.show(sketch?.isDrawn ? null : shape)
        drawing.measure(positions.length > 1 ? shape : null)
      },
    },
  )
  return () => {
    end()
    drawing.remove()
  }
}
