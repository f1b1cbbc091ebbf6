import { distanceTransform } from '../operators/distance-transform.ts'
import { maskWhere } from '../operators/mask-where.ts'
import type { Size } from '../operators/size.ts'
import type { NucleusColumns } from './nucleus-batch.ts'

const { ceil, floor, max, min } = Math

/** Side of a block, pixels: a divisor of the parts that are read at once. */
export const TISSUE_BLOCK = 16
/** Share of the pixels of a block that absorb light, from which it is stained: less is dust. */
const LEAST_STAINED = 0.05
/** Radius by which gaps are closed, diameters of a nucleus: cytoplasm and connective tissue between nuclei absorb hardly any light. */
const CLOSED = 1.5

/** What an image shows, by blocks of `TISSUE_BLOCK` pixels in reading order. */
export interface TissueMap extends Size {
  /** Pixels that absorb light. */
  stained: Uint16Array
  /** Pixels that were recorded. */
  recorded: Uint16Array
}

/** An empty map of an image. */
export const emptyTissueMap = (image: Size): TissueMap => {
  const [width, height] = [ceil(image.width / TISSUE_BLOCK), ceil(image.height / TISSUE_BLOCK)]
  return { width, height, stained: new Uint16Array(width * height), recorded: new Uint16Array(width * height) }
}

/**
 * Pixels of the tissue: blocks that are stained or hold a part of a nucleus, with the gaps between them closed. So it is never smaller than the
 * nuclei, also in pale sections and in fields without clear glass, in which little absorbs more light than the brightest places.
 *
 * @param diameter of a typical nucleus, pixels
 */
export function tissuePixelsOf(map: TissueMap, batches: readonly NucleusColumns[], diameter: number): number {
  const { width, height, stained, recorded } = map
  const tissue = maskWhere(stained.length, (i) => {
    const pixels = recorded[i] ?? 0
    return pixels > 0 && (stained[i] ?? 0) >= LEAST_STAINED * pixels
  })
  for (const { coordinates } of batches) {
    for (let i = 0; i < coordinates.length; i += 2) {
      const x = max(0, min(width - 1, floor((coordinates[i] ?? 0) / TISSUE_BLOCK)))
      const y = max(0, min(height - 1, floor((coordinates[i + 1] ?? 0) / TISSUE_BLOCK)))
      tissue[y * width + x] = 1
    }
  }
  if (!tissue.includes(1)) return 0
  const radius = (CLOSED * diameter) / TISSUE_BLOCK
  const away = distanceTransform(
    maskWhere(tissue.length, (i) => !tissue[i]),
    map,
  )
  const grown = maskWhere(tissue.length, (i) => (away[i] ?? 0) <= radius)
  const inside = distanceTransform(grown, map)
  let pixels = 0
  for (const [i, count] of recorded.entries()) {
    if (tissue[i] || (inside[i] ?? 0) > radius) pixels += count
  }
  return pixels
}
