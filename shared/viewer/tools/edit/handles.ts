import { type Geometry, type Position, polygonsOf } from '@lamella/shared/geometry'

/** A corner of a geometry, or the middle of a side, where a further corner can be set: by polygon, ring and index in the ring. */
export interface Handle {
  kind: 'corner' | 'middle'
  part: number
  ring: number
  /** Of a middle that of the corner which is set there. */
  at: number
  place: Position
}

/** Corners by polygon and ring, without those that close rings. */
type Parts = readonly (readonly (readonly Position[])[])[]

const partsOf = (geometry: Geometry): Parts => {
  if (geometry.type === 'Point') return [[[geometry.coordinates]]]
  if (geometry.type === 'LineString') return [[geometry.coordinates]]
  return polygonsOf(geometry).map((rings) => rings.map((ring) => ring.slice(0, -1)))
}

const isArea = ({ type }: Geometry): boolean => type === 'Polygon' || type === 'MultiPolygon'

const closed = (ring: readonly Position[]): Position[] => {
  const [[x, y] = [0, 0]] = ring
  return [...ring, [x, y]]
}

/** A geometry of the same kind; an area of one part is a polygon. */
const ofParts = ({ type }: Geometry, parts: Parts): Geometry => {
  const [[line = []] = []] = parts
  if (type === 'Point') return { type, coordinates: line[0] ?? [0, 0] }
  if (type === 'LineString') return { type, coordinates: [...line] }
  const [only = [], ...others] = parts.map((rings) => rings.map(closed))
  return others.length === 0
    ? { type: 'Polygon', coordinates: only }
    : { type: 'MultiPolygon', coordinates: [only, ...others] }
}

const each = <T>(parts: Parts, make: (ring: readonly Position[], part: number, at: number) => T[]): T[] =>
  parts.flatMap((rings, part) => rings.flatMap((ring, at) => make(ring, part, at)))

/** In the order of polygons, rings and corners. */
export const cornersOf = (geometry: Geometry): Handle[] =>
  each(partsOf(geometry), (positions, part, ring) =>
    positions.map((place, at): Handle => ({ kind: 'corner', part, ring, at, place })),
  )

/** Of sides, likewise; those of a point are none. */
export const middlesOf = (geometry: Geometry): Handle[] =>
  each(partsOf(geometry), (positions, part, ring) => {
    const ends = isArea(geometry) ? closed(positions) : positions
    return ends.slice(1).map(([toX, toY], at): Handle => {
      const [x, y] = ends[at] ?? [toX, toY]
      return { kind: 'middle', part, ring, at: at + 1, place: [(x + toX) / 2, (y + toY) / 2] }
    })
  })

/** Whether a geometry is a rectangle with level sides, which stays one when it is dragged. */
export const isRectangle = (geometry: Geometry): boolean => {
  const [[corners = [], ...holes] = [], ...others] = partsOf(geometry)
  if (geometry.type !== 'Polygon' || holes.length + others.length > 0 || corners.length !== 4) return false
  const isLevel = closed(corners).every(([x, y], at, all) => {
    const [nextX, nextY] = all[at + 1] ?? [x, y]
    return x === nextX || y === nextY
  })
  return isLevel && new Set(corners.map(([x]) => x)).size === 2 && new Set(corners.map(([, y]) => y)).size === 2
}

const changed = (
  geometry: Geometry,
  { part, ring }: Handle,
  change: (ring: readonly Position[]) => readonly Position[],
): Geometry =>
  ofParts(
    geometry,
    partsOf(geometry).map((rings, at) =>
      at === part ? rings.map((each, no) => (no === ring ? change(each) : each)) : rings,
    ),
  )

const draggedRectangle = (geometry: Geometry, { kind, at, place: [x, y] }: Handle, [toX, toY]: Position): Geometry => {
  const corners = partsOf(geometry)[0]?.[0] ?? []
  const [before = [0, 0], after = [0, 0]] = [corners[at - 1], corners[at % corners.length]]
  // A side moves across its own direction only.
  const isUpright = kind === 'middle' && before[0] === after[0]
  const [movesX, movesY] = [kind === 'corner' || isUpright, kind === 'corner' || !isUpright]
  return ofParts(geometry, [
    [
      corners.map(
        (corner): Position => [
          movesX && corner[0] === x ? toX : corner[0],
          movesY && corner[1] === y ? toY : corner[1],
        ],
      ),
    ],
  ])
}

/** A geometry of which a corner is moved to a place, or has a further one there. A rectangle stays one: its sides move along. */
export const dragged = (geometry: Geometry, handle: Handle, to: Position): Geometry => {
  if (isRectangle(geometry)) return draggedRectangle(geometry, handle, to)
  const { kind, at } = handle
  return changed(geometry, handle, (ring) => ring.toSpliced(at, kind === 'corner' ? 1 : 0, to))
}

/**
 * A geometry without a corner. A ring that has no more than three goes as a whole: a hole is filled, a part is left out.
 * @returns null: nothing would be left, or it is a rectangle, which has no others
 */
export const withoutCorner = (geometry: Geometry, handle: Handle): Geometry | null => {
  const parts = partsOf(geometry)
  const corners = parts[handle.part]?.[handle.ring]?.length ?? 0
  if (isRectangle(geometry)) return null
  if (corners > (isArea(geometry) ? 3 : 2)) return changed(geometry, handle, (ring) => ring.toSpliced(handle.at, 1))
  const isHole = handle.ring > 0
  if (!isArea(geometry) || (!isHole && parts.length === 1)) return null
  const rings = (parts[handle.part] ?? []).toSpliced(handle.ring, 1)
  return ofParts(geometry, isHole ? parts.with(handle.part, rings) : parts.toSpliced(handle.part, 1))
}
