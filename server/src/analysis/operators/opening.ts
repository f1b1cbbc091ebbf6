import { distanceTransform } from './distance-transform.ts'
import { maskWhere } from './mask-where.ts'
import type { Size } from './size.ts'

/**
 * Morphological opening with a disc: the union of all discs of that radius that fit into the mask.
 * The outside of the plane counts as inside, so that components at the border are kept.
 *
 * @param radius in pixels
 * @returns a new mask of 0 and 1
 */
export function opening(mask: Uint8Array, size: Size, radius: number): Uint8Array {
  const inner = distanceTransform(mask, size)
  const eroded = maskWhere(mask.length, (i) => (inner[i] ?? 0) > radius)
  if (!eroded.includes(1)) return new Uint8Array(mask.length)
  const outer = distanceTransform(
    maskWhere(mask.length, (i) => !eroded[i]),
    size,
  )
  return maskWhere(mask.length, (i) => (outer[i] ?? 0) <= radius)
}
