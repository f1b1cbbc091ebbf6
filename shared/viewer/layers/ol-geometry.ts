import type { Geometry, Position } from '@lamella/shared/geometry'
import type { Coordinate } from 'ol/coordinate.js'
import type OlGeometry from 'ol/geom/Geometry.js'
import LineString from 'ol/geom/LineString.js'
import MultiPolygon from 'ol/geom/MultiPolygon.js'
import Point from 'ol/geom/Point.js'
import Polygon from 'ol/geom/Polygon.js'

/** x to the right, y upwards, as the map has them (pixel-space.ts). */
const upwards = (positions: readonly Position[]): Coordinate[] => positions.map(([x, y]) => [x, -y])

/** A geometry of the image as the map draws it. */
export const olGeometry = (geometry: Geometry): OlGeometry => {
  if (geometry.type === 'Point') return new Point(upwards([geometry.coordinates])[0] ?? [])
  if (geometry.type === 'LineString') return new LineString(upwards(geometry.coordinates))
  if (geometry.type === 'Polygon') return new Polygon(geometry.coordinates.map(upwards))
  return new MultiPolygon(geometry.coordinates.map((rings) => rings.map(upwards)))
}
