import * as z from 'zod'
import type { Triple } from '../../../operators/color-deconvolution.ts'
import { contours } from '../../../operators/contours.ts'
import { circularity, labelStatistics } from '../../../operators/label-statistics.ts'
import { type NucleusScale, segmentNuclei } from '../../../operators/segment-nuclei.ts'
import { contains, type Tile } from '../../../runtime/tiles.ts'
import type { RgbSource } from '../../../sources/rgb.ts'
import { nuclearLight } from './nuclear-light.ts'
import type { Cuts } from './survey.ts'

const point = z.tuple([z.number(), z.number()])

/** A nucleus in pixels of the image. */
export const nucleus = z.object({
  /** Pixels. */
  area: z.number(),
  /** Mean over its pixels, optical density. */
  dabOd: z.number(),
  hematoxylinOd: z.number(),
  circularity: z.number(),
  centroid: point,
  /** Closed ring. */
  polygon: z.array(point),
})
export type Nucleus = z.infer<typeof nucleus>

export interface TileSettings {
  /** Grey levels of clear glass. */
  white: Triple
  cuts: Cuts
  scale: NucleusScale
}

/** The nuclei whose centroid lies in the tile's core: each belongs to exactly one tile. */
export async function scoreTile(
  source: RgbSource,
  tile: Tile,
  { white, cuts, scale }: TileSettings,
): Promise<Nucleus[]> {
  const { core, seen } = tile
  const { absorbed, sheets, dab, hematoxylin } = nuclearLight(await source.read(seen), seen, white, scale)
  const [outside, inSheets] = cuts
  const light = absorbed.map((share, i) => share / (sheets[i] ? inSheets : outside))
  const labels = segmentNuclei(light, seen, scale)
  const rings = contours(labels, seen)
  return labelStatistics(labels, seen, [dab, hematoxylin]).flatMap(({ label, area, centroid, means }) => {
    const at: Nucleus['centroid'] = [centroid[0] + seen.left, centroid[1] + seen.top]
    const ring = rings.get(label)
    if (area < scale.minArea || !ring || !contains(core, at)) return []
    return {
      area,
      dabOd: means[0] ?? 0,
      hematoxylinOd: means[1] ?? 0,
      circularity: circularity(area, ring),
      centroid: at,
      polygon: ring.map(([x, y]): Nucleus['centroid'] => [x + seen.left, y + seen.top]),
    }
  })
}
