import { type Box, boxOf, type Geometry, type Position, polygonsOf, positionsOf } from './geometry.ts'

type Side = readonly [from: Position, to: Position]

const sidesOf = (geometry: Geometry): Side[] => {
  const lines = geometry.type === 'LineString' ? [geometry.coordinates] : polygonsOf(geometry).flat()
  return lines.flatMap((line) => line.slice(1).map((to, at): Side => [line[at] ?? to, to]))
}

/** Whether two boxes have a place in common, their edges included. */
export const boxesMeet = (one: Box, other: Box): boolean =>
  one[0] <= other[2] && other[0] <= one[2] && one[1] <= other[3] && other[1] <= one[3]

const boxOfSide = ([[fromX, fromY], [toX, toY]]: Side): Box => [
  Math.min(fromX, toX),
  Math.min(fromY, toY),
  Math.max(fromX, toX),
  Math.max(fromY, toY),
]

/** Above 0 on one hand of a side, below 0 on the other, 0 on its line. */
const handOf = ([[fromX, fromY], [toX, toY]]: Side, [x, y]: Position): number =>
  (toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX)

/** Whether two sides whose boxes meet have a place in common: the ends of neither lie on one hand of the other. */
const sidesMeet = (one: Side, other: Side): boolean =>
  handOf(one, other[0]) * handOf(one, other[1]) <= 0 && handOf(other, one[0]) * handOf(other, one[1]) <= 0

/** Whether a place lies within the outlines of an area and not in its holes; places on them are either. */
const isWithin = (sides: readonly Side[], [x, y]: Position): boolean => {
  let isInside = false
  for (const [[fromX, fromY], [toX, toY]] of sides) {
    if (fromY > y === toY > y) continue
    if (x < fromX + ((y - fromY) * (toX - fromX)) / (toY - fromY)) isInside = !isInside
  }
  return isInside
}

/** A place of each part of a geometry. */
const startsOf = (geometry: Geometry): Position[] => {
  const polygons = polygonsOf(geometry)
  if (polygons.length === 0) return positionsOf(geometry).slice(0, 1)
  return polygons.flatMap(([outline]) => outline?.slice(0, 1) ?? [])
}

/** Whether a part of an area lies in a geometry whose outlines do not meet its own. */
const isAround = (geometry: Geometry, area: Geometry): boolean => {
  const outlines = polygonsOf(geometry).length > 0 ? sidesOf(geometry) : []
  return startsOf(area).some((place) => isWithin(outlines, place))
}

/** Whether an area has a place in common with another geometry; their edges are part of both. */
export const meets = (area: Geometry, other: Geometry): boolean => {
  const [box, otherBox] = [boxOf(area), boxOf(other)]
  if (!boxesMeet(box, otherBox)) return false
  const outlines = sidesOf(area)
  // A point is a side without a length.
  const lines: Side[] = other.type === 'Point' ? [[other.coordinates, other.coordinates]] : sidesOf(other)
  const near = outlines.filter((side) => boxesMeet(boxOfSide(side), otherBox))
  for (const line of lines) {
    const around = boxOfSide(line)
    if (near.some((side) => boxesMeet(boxOfSide(side), around) && sidesMeet(side, line))) return true
  }
  // No outlines meet: of each polygon, all or nothing lies in the other one.
  return startsOf(other).some((place) => isWithin(outlines, place)) || isAround(other, area)
}
