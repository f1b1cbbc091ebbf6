import { Clipper64, ClipType, FillRule, type Path64, type Paths64, type PolyPath64, PolyTree64 } from 'clipper2-ts'
import {
  areaOf,
  boxOf,
  type Geometry,
  lengthOf,
  type Position,
  polygonsOf,
  type Ring,
  smallestSize,
} from './geometry.ts'
import { GeometryMinSizeError, GeometryOutsideError, GeometryTangledError } from './geometry-errors.ts'
import { type Comparisons, isTangled } from './tangle.ts'

/** Results lie on hundredths of a pixel, which is less than anybody can point at; Clipper computes in whole numbers. */
const stepsPerPixel = 100

/** Pixels beyond which nothing is computed: no image is so large, and whole numbers would lose their last digits. */
const farthest = 2 ** 30

/** To whole steps, from a corner of the geometry: products of small numbers are exact. */
const pathOf = (ring: Ring, [left, top]: Position): Path64 =>
  ring
    .slice(0, -1)
    .map(([x, y]) => ({ x: Math.round((x - left) * stepsPerPixel), y: Math.round((y - top) * stepsPerPixel) }))

const ringOf = (path: Path64, [left, top]: Position): Ring => {
  const positions = path.map(({ x, y }): Position => {
    const [wholeX, wholeY] = [x + left * stepsPerPixel, y + top * stepsPerPixel]
    return [wholeX / stepsPerPixel, wholeY / stepsPerPixel]
  })
  const [first = [0, 0]] = positions
  return [...positions, [...first] as Position]
}

const childrenOf = (node: PolyPath64): PolyPath64[] => Array.from({ length: node.count }, (_, at) => node.child(at))

/** The polygons of a tree: outlines with their holes, in which there may be others. */
const polygonsIn = (node: PolyPath64, corner: Position): Ring[][] =>
  childrenOf(node).flatMap((outline) => {
    const holes = childrenOf(outline)
    const rings = [outline, ...holes].map(({ poly }) => ringOf(poly ?? [], corner))
    return [rings, ...holes.flatMap((hole) => polygonsIn(hole, corner))]
  })

const combined = (type: ClipType, subject: Paths64, clip: Paths64): Paths64 => {
  const clipper = new Clipper64()
  const paths: Paths64 = []
  clipper.addSubject(subject)
  clipper.addClip(clip)
  clipper.execute(type, FillRule.NonZero, paths)
  return paths
}

/** What an outline encloses, however often and in which direction it goes around it, without what its holes enclose. */
const filled = ([outline = [], ...holes]: readonly Ring[], corner: Position): Paths64 => {
  // Each by itself: two of opposite directions would take each other away.
  const [whole = [], ...cut] = [outline, ...holes].map((ring) => combined(ClipType.Union, [pathOf(ring, corner)], []))
  return cut.length === 0 ? whole : combined(ClipType.Difference, whole, cut.flat())
}

const ofPolygons = (polygons: Ring[][]): Geometry => {
  const large = polygons.filter((rings) => areaOf({ type: 'Polygon', coordinates: rings }) >= smallestSize)
  const [only = [], ...others] = large
  if (large.length === 0) throw new GeometryMinSizeError()
  return others.length === 0 ? { type: 'Polygon', coordinates: only } : { type: 'MultiPolygon', coordinates: large }
}

/** What polygons cover together, within a box if one is given. */
const covered = (geometry: Geometry, within: readonly [Position, Position] | null): Geometry => {
  const [left, top, right, bottom] = boxOf(geometry)
  if (Math.max(-left, -top, right, bottom) > farthest) throw new GeometryOutsideError()
  const corner: Position = [Math.floor(left), Math.floor(top)]
  const clipper = new Clipper64()
  const tree = new PolyTree64()
  clipper.addSubject(polygonsOf(geometry).flatMap((rings) => filled(rings, corner)))
  if (within) {
    const [[x, y], [endX, endY]] = within
    const frame: Ring = [
      [x, y],
      [endX, y],
      [endX, endY],
      [x, endY],
      [x, y],
    ]
    clipper.addClip([pathOf(frame, corner)])
  }
  clipper.execute(within ? ClipType.Intersection : ClipType.Union, FillRule.NonZero, tree)
  return ofPolygons(polygonsIn(tree, corner))
}

/** Times that a result is computed again, where rounding has made outlines cross. */
const rounds = 4

/**
 * An area as what it covers: an outline that crosses itself encloses all that it goes around, parts that overlap are united, and holes are cut
 * out only where they lie within. Where nothing of this is the case, the geometry is the same one as before, with its exact coordinates; else
 * its coordinates are on hundredths of a pixel. Points and lines stay as they are.
 *
 * By the area it is seen whether something is to be done: where an outline crosses itself or another one, some place is enclosed twice or the
 * wrong way around, so the sum of the shoelace formula is not the area that is covered.
 * @param comparisons - that are left for this geometry and others, so that many of them do not take too long together
 * @throws GeometryMinSizeError where nothing is covered; GeometryTangledError; GeometryOutsideError far beyond every image
 */
export const repaired = (
  geometry: Geometry,
  comparisons: Comparisons = { left: Number.POSITIVE_INFINITY },
): Geometry => {
  const polygons = polygonsOf(geometry)
  if (polygons.length === 0) return geometry
  if (isTangled(polygons.flat(), comparisons)) throw new GeometryTangledError()
  // By rounding to steps an outline moves by half a step at most.
  const tolerance = (lengthOf(geometry) + 1) / stepsPerPixel / 2
  let now = geometry
  for (let round = 0; round < rounds; round += 1) {
    const next = covered(now, null)
    if (Math.abs(areaOf(next) - areaOf(now)) <= tolerance) break
    now = next
  }
  return now
}

/**
 * The part of an area that lies on a plane; the same geometry where all of it does. A point or a line is not cut.
 * @param width - of the plane in pixels, as `height`
 * @throws GeometryOutsideError where nothing lies on it, or a point or line reaches beyond it
 */
export const clipped = (geometry: Geometry, width: number, height: number): Geometry => {
  const [left, top, right, bottom] = boxOf(geometry)
  if (left >= 0 && top >= 0 && right <= width && bottom <= height) return geometry
  const isBeyond = right <= 0 || bottom <= 0 || left >= width || top >= height
  if (isBeyond || polygonsOf(geometry).length === 0) throw new GeometryOutsideError()
  try {
    return covered(geometry, [
      [0, 0],
      [width, height],
    ])
  } catch (error) {
    throw error instanceof GeometryMinSizeError ? new GeometryOutsideError() : error
  }
}
