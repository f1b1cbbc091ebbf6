import { distanceTransform } from './distance-transform.ts'
import type { Size } from './size.ts'

/**
 * Morphological opening by a disc: what is left of a mask are the discs of that radius that fit into it.
 * The outside of the plane counts as inside, so that pieces cut by the border stay.
 * @param radius pixels
 * @returns a new mask of 0 and 1
 */
export function opening(mask: Uint8Array, size: Size, radius: number): Uint8Array {
  const inner = distanceTransform(mask, size)
  const eroded = inner.map((distance) => (distance > radius ? 1 : 0))
  if (!eroded.includes(1)) return new Uint8Array(mask.length)
  const outer = distanceTransform(
    Uint8Array.from(eroded, (inside) => 1 - inside),
    size,
  )
  return Uint8Array.from(outer, (distance) => (distance <= radius ? 1 : 0))
}
