import { type Geometry, GeometryError, type Position } from '@lamella/shared/geometry'
import { repaired } from '@lamella/shared/geometry/repair.ts'
import type { MapContext } from '../../canvas/map-context.ts'
import { outlineStyles } from '../measure/measure-styles.ts'
import type { PixelSize } from '../measure/measurement.ts'
import { setPoints } from '../points/set-points.ts'
import { placeOn } from './draw-place.ts'
import { Sketch } from './sketch.ts'

/** What is drawn point by point. */
export type PointsKind = 'point' | 'polyline' | 'polygon'

const shapeOf = (kind: PointsKind, positions: Position[]): Geometry => {
  const [first = [0, 0]] = positions
  if (kind === 'point') return { type: 'Point', coordinates: first }
  if (kind === 'polyline') return { type: 'LineString', coordinates: positions }
  return { type: 'Polygon', coordinates: [[...positions, [...first] as Position]] }
}

/** Reports what was drawn as what it covers; what covers nothing is not drawn. */
export const reportArea = (geometry: Geometry, onDrawn: (geometry: Geometry) => void): void => {
  let area: Geometry
  try {
    area = repaired(geometry)
  } catch (error) {
    if (error instanceof GeometryError) return
    throw error
  }
  onDrawn(area)
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
  onDrawn: (geometry: Geometry) => void,
): (() => void) => {
  const drawing = new Sketch(context, outlineStyles, size)
  const positionsOf = (points: readonly (readonly [number, number])[]): Position[] =>
    points.map((point) => placeOn(context, point))
  const end = setPoints(
    context,
    { name: kind, isClosed: kind === 'polygon', ...(kind === 'point' && { most: 1 }) },
    {
      onPoints: (points) => {
        const geometry = shapeOf(kind, positionsOf(points))
        if (kind === 'polygon') reportArea(geometry, onDrawn)
        else onDrawn(geometry)
      },
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
