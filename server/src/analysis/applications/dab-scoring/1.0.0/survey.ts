import * as z from 'zod'
import type { RgbTriple } from '../../../operators/color-deconvolution.ts'
import { otsu } from '../../../operators/otsu.ts'
import type { NucleusScale } from '../../../operators/segment-nuclei.ts'
import { whitePointOfLevels } from '../../../operators/white-point.ts'
import type { Tile } from '../../../runtime/tiles.ts'
import type { RgbSource } from '../../../sources/rgb.ts'
import { stainAbsorption } from './stain-absorption.ts'

const { floor, max, min } = Math

/**
 * Otsu's method returns a threshold for any image. Below this absorbed fraction (optical density 0.04 in red) there is only dust and
 * noise.
 */
const LEAST_THRESHOLD = 0.09
const ABSORPTION_BINS = 512

const histogram = z.array(z.number())
/** Histograms of the 256 grey levels of red, green and blue in a tile's core. */
export const levelCounts = z.tuple([histogram, histogram, histogram])
export type LevelCounts = z.infer<typeof levelCounts>
/** Histograms of the absorbed fraction in a tile's core, 512 bins from 0 to 1: outside diffuse DAB, and in it. */
export const absorptionCounts = z.tuple([histogram, histogram])
export type AbsorptionCounts = z.infer<typeof absorptionCounts>

/** Thresholds on the absorbed fraction, 0 to 1, for the whole image: outside diffuse DAB, and in it. */
export type AbsorptionThresholds = [outside: number, inDiffuseDab: number]

/** Sum of the tiles' histograms: thresholds are computed over the whole image. */
const sum = (histograms: readonly (readonly number[])[]): number[] =>
  histograms.reduce<number[]>((total, counts) => counts.map((count, bin) => count + (total[bin] ?? 0)), [])

/** Counts the grey levels of red, green and blue in a tile's core. */
export async function countLevels(source: RgbSource, { core }: Tile): Promise<LevelCounts> {
  const rgb = await source.read(core)
  const counts = [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)] as const
  for (const [channel, levels] of counts.entries()) {
    for (let at = channel; at < rgb.length; at += 3) {
      const level = rgb[at] ?? 0
      levels[level] = (levels[level] ?? 0) + 1
    }
  }
  const [red, green, blue] = counts
  return [[...red], [...green], [...blue]]
}

/** Grey levels of clear glass in red, green and blue, 1 to 255, over all tiles. */
export function whitePointOf(tiles: readonly LevelCounts[]): RgbTriple {
  const over = (channel: 0 | 1 | 2) => sum(tiles.map((counts) => counts[channel]))
  return whitePointOfLevels([over(0), over(1), over(2)])
}

/** Counts the absorbed fraction in a tile's core; the padding is read for the smoothing filters. */
export async function countAbsorption(
  source: RgbSource,
  { core, padded }: Tile,
  whitePoint: RgbTriple,
  scale: NucleusScale,
): Promise<AbsorptionCounts> {
  const { absorbedFraction, diffuseDab } = stainAbsorption(await source.read(padded), padded, whitePoint, scale)
  const outside = new Uint32Array(ABSORPTION_BINS)
  const inDiffuseDab = new Uint32Array(ABSORPTION_BINS)
  for (let row = 0; row < core.height; row++) {
    const start = (core.top - padded.top + row) * padded.width + core.left - padded.left
    for (let i = start; i < start + core.width; i++) {
      const bin = min(ABSORPTION_BINS - 1, floor((absorbedFraction[i] ?? 0) * ABSORPTION_BINS))
      const counts = diffuseDab[i] ? inDiffuseDab : outside
      counts[bin] = (counts[bin] ?? 0) + 1
    }
  }
  return [[...outside], [...inDiffuseDab]]
}

/** Otsu's threshold (1979) on the absorbed fraction over all tiles, per region, 0.09 to 1; 1 where a region is uniform. */
export function absorptionThresholdsOf(tiles: readonly AbsorptionCounts[]): AbsorptionThresholds {
  const thresholdOf = (region: 0 | 1) => {
    const bin = otsu(sum(tiles.map((counts) => counts[region])))
    // A uniform region, even a black one, has no nuclei.
    return bin === null ? 1 : max(LEAST_THRESHOLD, (bin + 1) / ABSORPTION_BINS)
  }
  return [thresholdOf(0), thresholdOf(1)]
}
