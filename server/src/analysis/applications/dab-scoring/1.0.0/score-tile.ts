import * as z from 'zod'
import type { RgbTriple } from '../../../operators/color-deconvolution.ts'
import { traceContours } from '../../../operators/contours.ts'
import { circularity, labelStatistics } from '../../../operators/label-statistics.ts'
import { type NucleusScale, segmentNuclei } from '../../../operators/segment-nuclei.ts'
import { contains, type Tile } from '../../../runtime/tiles.ts'
import type { RgbSource } from '../../../sources/rgb.ts'
import { stainAbsorption } from './stain-absorption.ts'
import type { AbsorptionThresholds } from './survey.ts'

const numbers = z.array(z.number())

/** The nuclei of a tile as columns: the outcome of a work unit. Flat, because a slide has hundreds of thousands of nuclei. */
export const nucleusColumns = z.object({
  /** Square pixels. */
  area: numbers,
  /** Means over the pixels of the nucleus, optical density. */
  dabOd: numbers,
  hematoxylinOd: numbers,
  /** 0 to 1 (`circularity`). */
  circularity: numbers,
  /** Centroid, in pixels of the image. */
  x: numbers,
  y: numbers,
  /** Number of points of each outline. */
  points: numbers,
  /** x and y of all points, in pixels of the image, one nucleus after the other; rings are closed. */
  coordinates: numbers,
})
export type NucleusColumns = z.infer<typeof nucleusColumns>

/** Values that hold for the whole image. */
export interface TileSettings {
  /** Grey levels of clear glass, 1 to 255. */
  whitePoint: RgbTriple
  thresholds: AbsorptionThresholds
  scale: NucleusScale
}

/**
 * Segments and measures the nuclei whose centroid lies in the tile's core, so that each belongs to exactly one tile.
 *
 * @returns nuclei in the order of their first pixels
 */
export async function scoreTile(
  source: RgbSource,
  { core, padded }: Tile,
  { whitePoint, thresholds, scale }: TileSettings,
): Promise<NucleusColumns> {
  const rgb = await source.read(padded)
  const { absorbedFraction, diffuseDab, dab, hematoxylin } = stainAbsorption(rgb, padded, whitePoint, scale)
  const relative = absorbedFraction.map((value, i) => value / thresholds[diffuseDab[i] ? 1 : 0])
  const labels = segmentNuclei(relative, padded, scale)
  const rings = traceContours(labels, padded)
  const nuclei: NucleusColumns = {
    area: [],
    dabOd: [],
    hematoxylinOd: [],
    circularity: [],
    x: [],
    y: [],
    points: [],
    coordinates: [],
  }
  for (const { label, area, centroid, means } of labelStatistics(labels, padded, [dab, hematoxylin])) {
    const [x, y] = [centroid[0] + padded.left, centroid[1] + padded.top]
    const ring = rings.get(label)
    if (area < scale.minArea || !ring || !contains(core, [x, y])) continue
    nuclei.area.push(area)
    nuclei.dabOd.push(means[0] ?? 0)
    nuclei.hematoxylinOd.push(means[1] ?? 0)
    nuclei.circularity.push(circularity(area, ring))
    nuclei.x.push(x)
    nuclei.y.push(y)
    nuclei.points.push(ring.length)
    for (const point of ring) nuclei.coordinates.push(point[0] + padded.left, point[1] + padded.top)
  }
  return nuclei
}
