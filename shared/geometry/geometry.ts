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

/** Length of a line, or of all outlines and holes; 0 for a point. @param unit - length of a pixel in each direction: the result is in px by default */
export const lengthOf = (geometry: Geometry, unit: { x: number; y: number } = { x: 1, y: 1 }): number => {
  const lines = geometry.type === 'LineString' ? [geometry.coordinates] : polygonsOf(geometry).flat()
  const between = ([x, y]: Position, before: Position | undefined): number =>
    before ? Math.hypot((x - before[0]) * unit.x, (y - before[1]) * unit.y) : 0
  return lines.reduce((sum, line) => sum + line.reduce((part, place, i) => part + between(place, line[i - 1]), 0), 0)
}

/** The middle of a ring, times its area with its sign. */
const momentOf = (ring: Ring): Position => {
  let [x, y] = [0, 0]
  const [originX, originY] = ring[0] ?? [0, 0]
  for (const [at, [toX, toY]] of ring.entries()) {
    const [fromX, fromY] = ring[at - 1] ?? [toX, toY]
    // From the first corner, so that far from the upper left one no digits are lost.
    const cross = (fromX - originX) * (toY - originY) - (toX - originX) * (fromY - originY)
    x += ((fromX + toX - 2 * originX) * cross) / 6
    y += ((fromY + toY - 2 * originY) * cross) / 6
  }
  const area = ringArea(ring)
  return [x + originX * area, y + originY * area]
}

const centroidOfAreas = (polygons: readonly Ring[][]): Position => {
  let [x, y, area] = [0, 0, 0]
  for (const rings of polygons) {
    for (const [at, ring] of rings.entries()) {
      // Whichever way around a ring is written: the outline counts, holes are taken away.
      const size = ringArea(ring)
      const sign = (at === 0 ? 1 : -1) * Math.sign(size)
      const [right, down] = momentOf(ring)
      x += sign * right
      y += sign * down
      area += sign * size
    }
  }
  return [x / area, y / area]
}

/** Centre of gravity: of the area, of a line by its length, or the point itself. Of what has neither area nor length, the middle of its box. */
export const centroidOf = (geometry: Geometry): Position => {
  if (geometry.type === 'Point') return geometry.coordinates
  if (geometry.type !== 'LineString' && areaOf(geometry) > 0) return centroidOfAreas(polygonsOf(geometry))
  let [x, y, length] = [0, 0, 0]
  for (const line of geometry.type === 'LineString' ? [geometry.coordinates] : polygonsOf(geometry).flat()) {
    for (const [at, [toX, toY]] of line.entries()) {
      const [fromX, fromY] = line[at - 1] ?? [toX, toY]
      const part = Math.hypot(toX - fromX, toY - fromY)
      x += (part * (fromX + toX)) / 2
      y += (part * (fromY + toY)) / 2
      length += part
    }
  }
  const [left, top, right, bottom] = boxOf(geometry)
  return length > 0 ? [x / length, y / length] : [(left + right) / 2, (top + bottom) / 2]
}

/** Checks that a line has a length, and each polygon an area. @throws GeometryMinSizeError */
export const checkSize = (geometry: Geometry): void => {
  if (geometry.type === 'LineString' && lengthOf(geometry) < smallestSize) throw new GeometryMinSizeError()
  const polygons = polygonsOf(geometry)
  if (polygons.some((rings) => areaOfPolygon(rings) < smallestSize)) throw new GeometryMinSizeError()
}
