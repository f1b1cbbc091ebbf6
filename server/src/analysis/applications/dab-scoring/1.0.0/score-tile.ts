import * as z from 'zod'
import type { RgbTriple } from '../../../operators/color-deconvolution.ts'
import { contours } from '../../../operators/contours.ts'
import { circularity, labelStatistics } from '../../../operators/label-statistics.ts'
import { type NucleusScale, segmentNuclei } from '../../../operators/segment-nuclei.ts'
import { contains, type Tile } from '../../../runtime/tiles.ts'
import type { RgbSource } from '../../../sources/rgb.ts'
import { stainAbsorption } from './stain-absorption.ts'
import type { AbsorptionThresholds } from './survey.ts'

const numbers = z.array(z.number())

/** The nuclei of a tile by columns: the outcome of a work unit, and flat, because a slide has hundreds of thousands. */
export const nucleusColumns = z.object({
  /** Pixels. */
  area: numbers,
  /** Mean over the nucleus's pixels, optical density. */
  dabOd: numbers,
  hematoxylinOd: numbers,
  circularity: numbers,
  /** Centroid, pixels of the image. */
  x: numbers,
  y: numbers,
  /** Points of each outline. */
  points: numbers,
  /** x and y of the outlines' points, one nucleus after the other; rings are closed. */
  coordinates: numbers,
})
export type NucleusColumns = z.infer<typeof nucleusColumns>

export interface TileSettings {
  /** Grey levels of clear glass. */
  whitePoint: RgbTriple
  thresholds: AbsorptionThresholds
  scale: NucleusScale
}

/**
 * Segments and measures the nuclei whose centroid lies in the tile's core: each belongs to exactly one tile.
 * @returns in the order of their first pixels
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
  const rings = contours(labels, padded)
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
