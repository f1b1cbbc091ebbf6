import { ClipType, EndType, inflatePaths, JoinType, simplifyPath } from 'clipper2-ts'
import { areaFrom, cornerOf, pathsOf, polygonsFrom, stepsOf, stepsPerPixel } from './area-paths.ts'
import { areaOf, type Geometry, type Position, polygonsOf, type Ring } from './geometry.ts'
import { GeometryError, GeometryMinSizeError } from './geometry-errors.ts'
import { repaired } from './repair.ts'

/** What areas cover together; apart from each other they are one area of several polygons. @param areas - at least one @throws GeometryError */
export const united = (areas: readonly Geometry[]): Geometry => {
  const corner = cornerOf(areas)
  return areaFrom(polygonsFrom(ClipType.Union, pathsOf(areas, corner), [], corner))
}

/** What an area covers and others do not. @throws GeometryMinSizeError where nothing is left */
export const without = (area: Geometry, others: readonly Geometry[]): Geometry => {
  const corner = cornerOf([area, ...others])
  return areaFrom(polygonsFrom(ClipType.Difference, pathsOf([area], corner), pathsOf(others, corner), corner))
}

/** Sides of the outline leave that of a circle by this part of its radius, which is less than a pixel of the screen. */
const roundness = 1 / 200

/**
 * What a round brush covers on its way.
 * @param way - at least one place @param radius - pixels
 * @throws GeometryMinSizeError where that is too small
 */
export const swept = (way: readonly Position[], radius: number): Geometry => {
  const corner = cornerOf([{ type: 'LineString', coordinates: [...way] }])
  const around = inflatePaths(
    [stepsOf(way, corner)],
    radius * stepsPerPixel,
    JoinType.Round,
    EndType.Round,
    2,
    radius * stepsPerPixel * roundness,
  )
  return areaFrom(polygonsFrom(ClipType.Union, around, [], corner))
}

/** Half the width of the cut that parts an area before its edges are put together again, in steps of `stepsPerPixel`. */
const halfCut = 4
/** Likewise in pixels, and a little more. */
const cutReach = (2 * halfCut) / stepsPerPixel

type Side = readonly [from: Position, to: Position]

const sidesOf = (line: readonly Position[]): Side[] => line.slice(1).map((to, at): Side => [line[at] ?? to, to])

/** Where two sides cross or touch; null: nowhere, or they lie on one line. */
const crossingOf = ([[x, y], [toX, toY]]: Side, [[otherX, otherY], [otherToX, otherToY]]: Side): Position | null => {
  const [alongX, alongY, acrossX, acrossY] = [toX - x, toY - y, otherToX - otherX, otherToY - otherY]
  const area = alongX * acrossY - alongY * acrossX
  if (area === 0) return null
  const part = ((otherX - x) * acrossY - (otherY - y) * acrossX) / area
  const otherPart = ((otherX - x) * alongY - (otherY - y) * alongX) / area
  if (part < 0 || part > 1 || otherPart < 0 || otherPart > 1) return null
  return [x + part * alongX, y + part * alongY]
}

const hundredths = (value: number): number => Math.round(value * 100) / 100
const keyOf = ([x, y]: Position): string => `${hundredths(x)} ${hundredths(y)}`

/** Distance of a place from a side. */
const distanceTo = ([[fromX, fromY], [toX, toY]]: Side, [x, y]: Position): number => {
  const [alongX, alongY] = [toX - fromX, toY - fromY]
  const square = alongX ** 2 + alongY ** 2
  const part = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - fromX) * alongX + (y - fromY) * alongY) / square))
  return Math.hypot(fromX + part * alongX - x, fromY + part * alongY - y)
}

/**
 * Places on a line where pieces of an area can have corners: its own, where it meets itself or the outlines, and corners of these that the cut
 * takes away.
 */
const cornersOn = (line: readonly Position[], outlines: readonly Ring[]): Position[] => {
  const sides = sidesOf(line)
  const taken = outlines.flat().filter((place) => sides.some((side) => distanceTo(side, place) <= cutReach))
  const others = [...outlines.flatMap(sidesOf), ...sides]
  const crossings = sides
    .flatMap((side) => others.map((other) => crossingOf(side, other)))
    .filter((place) => place !== null)
  return [...line, ...crossings, ...taken].map(([x, y]): Position => [hundredths(x), hundredths(y)])
}

const nearestOf = (places: readonly Position[], [x, y]: Position): Position | undefined => {
  let [nearest, least] = [places[0], Number.POSITIVE_INFINITY]
  for (const place of places) {
    const distance = (place[0] - x) ** 2 + (place[1] - y) ** 2
    if (distance < least) [nearest, least] = [place, distance]
  }
  return nearest
}

/**
 * Parts an area along a line: as many pieces as the line makes of it, the largest first, which together cover what the area does, up to
 * hundredths of a pixel; polygons of it that lie apart are pieces of their own. The same area alone where the line does not go through it.
 * @param line - at least two places; it may begin and end within the area, and cross itself
 * @throws GeometryError
 */
export const split = (area: Geometry, line: readonly Position[]): Geometry[] => {
  const outlines = polygonsOf(area).flat()
  const corner = cornerOf([area, { type: 'LineString', coordinates: [...line] }])
  // A cut with a width parts the area; then the corners on both of its edges go to the same places on the line.
  const cut = inflatePaths([stepsOf(line, corner)], halfCut, JoinType.Miter, EndType.Butt)
  const parted = polygonsFrom(ClipType.Difference, pathsOf([area], corner), cut, corner)
  const corners = cornersOn(line, outlines)
  const own = new Set(outlines.flat().map(keyOf))
  const joined = (place: Position): Position => (own.has(keyOf(place)) ? place : (nearestOf(corners, place) ?? place))
  const pieces = parted.flatMap((rings): Geometry[] => {
    try {
      return [repaired({ type: 'Polygon', coordinates: rings.map((ring) => ring.map(joined)) })]
    } catch (error) {
      // Something narrower than the cut.
      if (error instanceof GeometryMinSizeError) return []
      throw error
    }
  })
  if (pieces.length <= polygonsOf(area).length) return [area]
  return pieces.toSorted((one, other) => areaOf(other) - areaOf(one))
}

/** A line, or a ring without its last place, without corners that lie within a distance of the line between their neighbours. */
const thinned = (line: readonly Position[], tolerance: number, isClosed: boolean): Position[] =>
  simplifyPath(
    line.map(([x, y]) => ({ x, y })),
    tolerance,
    isClosed,
  ).map(({ x, y }) => [x, y])

const thinnedRing = (ring: Ring, tolerance: number): Ring => {
  const places = thinned(ring.slice(0, -1), tolerance, true)
  const [first = [0, 0]] = places
  return [...places, [...first] as Position]
}

/**
 * A geometry with fewer corners, whose lines leave those of the geometry by little more than a distance. What would become too small stays as it
 * is; points do.
 * @param tolerance - pixels
 */
export const simplified = (geometry: Geometry, tolerance: number): Geometry => {
  if (geometry.type === 'Point') return geometry
  if (geometry.type === 'LineString') {
    return { type: 'LineString', coordinates: thinned(geometry.coordinates, tolerance, false) }
  }
  const polygons = polygonsOf(geometry).map((rings) => rings.map((ring) => thinnedRing(ring, tolerance)))
  try {
    return repaired(areaFrom(polygons))
  } catch (error) {
    if (error instanceof GeometryError) return geometry
    throw error
  }
}
