import { ClipType } from 'clipper2-ts'
import { areaFrom, cornerOf, pathsOf, polygonsFrom, stepsOf, stepsPerPixel } from './area-paths.ts'
import { areaOf, boxOf, type Geometry, lengthOf, type Position, polygonsOf } from './geometry.ts'
import { GeometryMinSizeError, GeometryOutsideError, GeometryTangledError } from './geometry-errors.ts'
import { type Comparisons, isSurelySimple, isTangled } from './tangle.ts'

/** What polygons cover together, within a box if one is given. */
const covered = (geometry: Geometry, within: readonly [Position, Position] | null): Geometry => {
  const corner = cornerOf([geometry])
  const paths = pathsOf([geometry], corner)
  if (!within) return areaFrom(polygonsFrom(ClipType.Union, paths, [], corner))
  const [[x, y], [endX, endY]] = within
  const frame: Position[] = [
    [x, y],
    [endX, y],
    [endX, endY],
    [x, endY],
  ]
  return areaFrom(polygonsFrom(ClipType.Intersection, paths, [stepsOf(frame, corner)], corner))
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
  const [[outline = [], ...holes] = [], ...others] = polygons
  if (holes.length + others.length === 0 && isSurelySimple(outline, comparisons)) return geometry
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
