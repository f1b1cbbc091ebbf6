import { Clipper64, ClipType, FillRule, type Path64, type Paths64, type PolyPath64, PolyTree64 } from 'clipper2-ts'
import { areaOf, boxOf, type Geometry, type Position, polygonsOf, type Ring, smallestSize } from './geometry.ts'
import { GeometryMinSizeError, GeometryOutsideError } from './geometry-errors.ts'

/** Results lie on hundredths of a pixel, which is less than anybody can point at; Clipper computes in whole numbers. */
export const stepsPerPixel = 100

/** Pixels beyond which nothing is computed: no image is so large, and whole numbers would lose their last digits. */
const farthest = 2 ** 30

/** To whole steps, from a corner of the geometry: products of small numbers are exact. */
export const stepsOf = (positions: readonly Position[], [left, top]: Position): Path64 =>
  positions.map(([x, y]) => ({ x: Math.round((x - left) * stepsPerPixel), y: Math.round((y - top) * stepsPerPixel) }))

const pathOf = (ring: Ring, corner: Position): Path64 => stepsOf(ring.slice(0, -1), corner)

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

/** What areas cover, as paths. */
export const pathsOf = (areas: readonly Geometry[], corner: Position): Paths64 =>
  areas.flatMap((area) => polygonsOf(area).flatMap((rings) => filled(rings, corner)))

/** Upper left corner of geometries, from which their steps are counted. @throws GeometryOutsideError far beyond every image */
export const cornerOf = (geometries: readonly Geometry[]): Position => {
  const boxes = geometries.map(boxOf)
  for (const [left, top, right, bottom] of boxes) {
    if (Math.max(-left, -top, right, bottom) > farthest) throw new GeometryOutsideError()
  }
  return [Math.floor(Math.min(...boxes.map(([left]) => left))), Math.floor(Math.min(...boxes.map(([, top]) => top)))]
}

/** The polygons of what two sets of paths make together; those that are too small are left out. */
export const polygonsFrom = (type: ClipType, subject: Paths64, clip: Paths64, corner: Position): Ring[][] => {
  const clipper = new Clipper64()
  const tree = new PolyTree64()
  clipper.addSubject(subject)
  clipper.addClip(clip)
  clipper.execute(type, FillRule.NonZero, tree)
  const polygons = polygonsIn(tree, corner)
  return polygons.filter((rings) => areaOf({ type: 'Polygon', coordinates: rings }) >= smallestSize)
}

/** An area of polygons. @throws GeometryMinSizeError where there is none */
export const areaFrom = (polygons: Ring[][]): Geometry => {
  const [only, ...others] = polygons
  if (!only) throw new GeometryMinSizeError()
  return others.length === 0
    ? { type: 'Polygon', coordinates: only }
    : { type: 'MultiPolygon', coordinates: [only, ...others] }
}
