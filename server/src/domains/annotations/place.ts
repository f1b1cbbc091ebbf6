import { type Box, boxOf, type Geometry, GeometryOutsideError, shapeOf } from '@lamella/shared/geometry'
import { clipped } from '@lamella/shared/geometry/repair.ts'
import { cellOf } from './cells.ts'
import type { AnnotationRow, Scene } from './repository.ts'

const rounded = ([left, top, right, bottom]: Box): Box => [
  Math.floor(left),
  Math.floor(top),
  Math.ceil(right),
  Math.ceil(bottom),
]

/** Where in a file an object lies. */
export type Plane = Pick<AnnotationRow, 'scene' | 'z' | 't'>

/**
 * The columns that a geometry makes on a plane, at whose edges it is cut off.
 * @throws GeometryError when nothing lies on the plane, or the image has no such plane
 */
export const placed = (scenes: readonly Scene[], { scene, z, t }: Plane, geometry: Geometry) => {
  const size = scenes[scene]
  const isThere = size && (z ?? 0) < Math.max(1, size.zPlanes) && (t ?? 0) < Math.max(1, size.timePoints)
  if (!isThere) throw new GeometryOutsideError()
  const part = clipped(geometry, size.width, size.height)
  const box = boxOf(part)
  const [left, top, right, bottom] = rounded(box)
  return { scene, z, t, left, top, right, bottom, cell: cellOf(box), shape: Buffer.from(shapeOf(part)) }
}
/** Where an object lies, with its geometry. */
export type Place = ReturnType<typeof placed>
