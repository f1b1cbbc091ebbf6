import * as z from 'zod'
import type { Triple } from '../../../operators/color-deconvolution.ts'
import { otsu } from '../../../operators/otsu.ts'
import { percentile } from '../../../operators/percentile.ts'
import type { NucleusScale } from '../../../operators/segment-nuclei.ts'
import type { Tile } from '../../../runtime/tiles.ts'
import type { RgbSource } from '../../../sources/rgb.ts'
import { nuclearLight } from './nuclear-light.ts'

const { floor, max, min } = Math

const WHITE_SHARE = 0.99
/** Otsu finds a cut in anything; below this there is nothing but dust and noise (an optical density of 0.04 in red). */
const LEAST_CUT = 0.09
const LIGHT_BINS = 512

const histogram = z.array(z.number())
/** Counts of the 256 levels of red, green and blue in a tile's core. */
export const levelCounts = z.tuple([histogram, histogram, histogram])
export type LevelCounts = z.infer<typeof levelCounts>
/** Counts of the nuclear light in a tile's core, in 512 bins from 0 to 1: outside sheets of DAB, and in them. */
export const lightCounts = z.tuple([histogram, histogram])
export type LightCounts = z.infer<typeof lightCounts>

/** Global thresholds on the share of absorbed light, outside sheets of DAB and in them. */
export type Cuts = [outside: number, inSheets: number]

/** Counts add up over tiles, so that every tile is judged by the whole image. */
const sum = (histograms: readonly (readonly number[])[]): number[] =>
  histograms.reduce<number[]>((total, counts) => counts.map((count, bin) => count + (total[bin] ?? 0)), [])

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

/** Grey levels of clear glass. */
export function whitePointOf(tiles: readonly LevelCounts[]): Triple {
  const whiteOf = (channel: 0 | 1 | 2) => max(1, percentile(sum(tiles.map((counts) => counts[channel])), WHITE_SHARE))
  return [whiteOf(0), whiteOf(1), whiteOf(2)]
}

export async function countLight(
  source: RgbSource,
  { core, seen }: Tile,
  white: Triple,
  scale: NucleusScale,
): Promise<LightCounts> {
  const { absorbed, sheets } = nuclearLight(await source.read(seen), seen, white, scale)
  const outside = new Uint32Array(LIGHT_BINS)
  const inSheets = new Uint32Array(LIGHT_BINS)
  for (let row = 0; row < core.height; row++) {
    const start = (core.top - seen.top + row) * seen.width + core.left - seen.left
    for (let i = start; i < start + core.width; i++) {
      const bin = min(LIGHT_BINS - 1, floor((absorbed[i] ?? 0) * LIGHT_BINS))
      const counts = sheets[i] ? inSheets : outside
      counts[bin] = (counts[bin] ?? 0) + 1
    }
  }
  return [[...outside], [...inSheets]]
}

export function absorptionCutsOf(tiles: readonly LightCounts[]): Cuts {
  const cutOf = (region: 0 | 1) => {
    const cut = otsu(sum(tiles.map((counts) => counts[region])))
    // Where all is alike nothing stands out: not even black does.
    return cut === null ? 1 : max(LEAST_CUT, (cut + 1) / LIGHT_BINS)
  }
  return [cutOf(0), cutOf(1)]
}
