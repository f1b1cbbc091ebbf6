import { GeometryMinSizeError } from './geometry-errors.ts'

/** A place in pixels of the image: x to the right, y downwards, (0, 0) is the upper left corner of the first pixel. */
export type Position = [x: number, y: number]

/** Closed: the last position is the first one. */
export type Ring = Position[]

/** The geometries that are annotated, in the form of GeoJSON (RFC 7946 §3.1); a polygon has its outline first, then its holes. */
export type Geometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: Position[] }
  | { type: 'Polygon'; coordinates: Ring[] }
  | { type: 'MultiPolygon'; coordinates: Ring[][] }

export type GeometryType = Geometry['type']

/** Box around something, pixels of the image. */
export type Box = readonly [left: number, top: number, right: number, bottom: number]

/** Smallest area in px² of each polygon, and smallest length in px of a line: less is a slip of the hand, or a rounding of another program. */
export const smallestSize = 0.01

/** The polygons of a geometry that has an area, each as its rings; none for points and lines. */
export const polygonsOf = (geometry: Geometry): Ring[][] => {
  if (geometry.type === 'Polygon') return [geometry.coordinates]
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : []
}

/** All positions of a geometry in their order. */
export const positionsOf = (geometry: Geometry): Position[] => {
  if (geometry.type === 'Point') return [geometry.coordinates]
  if (geometry.type === 'LineString') return geometry.coordinates
  return polygonsOf(geometry).flat(2)
}

/** A geometry at another place. @param right - pixels, as `down` */
export const moved = (geometry: Geometry, right: number, down: number): Geometry => {
  const move = ([x, y]: Position): Position => [x + right, y + down]
  const { type } = geometry
  if (type === 'Point') return { type, coordinates: move(geometry.coordinates) }
  if (type === 'LineString') return { type, coordinates: geometry.coordinates.map(move) }
  const polygons = polygonsOf(geometry).map((rings) => rings.map((ring) => ring.map(move)))
  const [only = []] = polygons
  return type === 'Polygon' ? { type, coordinates: only } : { type, coordinates: polygons }
}

/** The smallest box that holds a geometry. */
export const boxOf = (geometry: Geometry): Box => {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of positionsOf(geometry)) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return [left, top, right, bottom]
}

/** Area in px² that a ring encloses, by the shoelace formula: positive when it turns clockwise on the screen. */
const ringArea = (ring: readonly Position[]): number => {
  const [[originX, originY] = [0, 0]] = ring
  let double = 0
  ring.forEach(([x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y]
    // From the first position: far from the origin of a large image the products would lose their last digits.
    double += (x - originX) * (nextY - originY) - (nextX - originX) * (y - originY)
  })
  return double / 2
}

const areaOfPolygon = ([outline = [], ...holes]: readonly Ring[]): number =>
  Math.abs(ringArea(outline)) - holes.reduce((sum, hole) => sum + Math.abs(ringArea(hole)), 0)

/** Area in px² without the holes; 0 for points and lines. */
export const areaOf = (geometry: Geometry): number =>
  polygonsOf(geometry).reduce((sum, rings) => sum + areaOfPolygon(rings), 0)

/** Length in px of a line, or of all outlines and holes; 0 for a point. */
export const lengthOf = (geometry: Geometry): number => {
  const lines = geometry.type === 'LineString' ? [geometry.coordinates] : polygonsOf(geometry).flat()
  const between = ([x, y]: Position, before: Position | undefined): number =>
    before ? Math.hypot(x - before[0], y - before[1]) : 0
  return lines.reduce((sum, line) => sum + line.reduce((part, place, i) => part + between(place, line[i - 1]), 0), 0)
}

/** Checks that a line has a length, and each polygon an area. @throws GeometryMinSizeError */
export const checkSize = (geometry: Geometry): void => {
  if (geometry.type === 'LineString' && lengthOf(geometry) < smallestSize) throw new GeometryMinSizeError()
  const polygons = polygonsOf(geometry)
  if (polygons.some((rings) => areaOfPolygon(rings) < smallestSize)) throw new GeometryMinSizeError()
}
