import type { Size } from '../operators/size.ts'
import { type Region, splitIntoTiles } from '../runtime/tiles.ts'

/** Side of a region, pixels. */
const SIDE = 512
/** Regions per image: 6.3 million pixels take some seconds, and the shares of a larger image are known well from them. */
const MOST = 24

/**
 * Regions that are measured in place of the whole image: all of a small one, otherwise evenly spaced in reading order.
 *
 * @returns 1 to 24 regions of at most 512 × 512 pixels, completely inside the image
 */
export function sampleRegions(size: Size): Region[] {
  const all = splitIntoTiles(size, SIDE, 0).map(({ core }) => core)
  if (all.length <= MOST) return all
  return Array.from({ length: MOST }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / MOST)]).filter(
    (region) => region !== undefined,
  )
}
