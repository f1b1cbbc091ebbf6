import { levelsOfSection } from '../nuclei/survey-bright-field.ts'
import { countTrichrome, type TrichromeCounts } from '../operators/trichrome.ts'
import { whitePointOfLevels } from '../operators/white-point.ts'
import type { RgbSource } from '../sources/rgb.ts'
import { sectionSource } from '../sources/section.ts'
import type { TrichromeMeasurements } from './measurements.ts'
import type { SampledRegion } from './sample-regions.ts'
import { scaleOf } from './scale-of.ts'

/** Measures by regions of an image what the suitability for Masson's trichrome depends on. @param isWhole they are all of it */
export async function measureTrichrome(
  source: RgbSource,
  sampled: readonly SampledRegion[],
  isWhole: boolean,
): Promise<TrichromeMeasurements> {
  const regions = sampled.map(({ region }) => region)
  // Only these regions can be read of a large image.
  const { counts: levels, whiteIsFilling } = await levelsOfSection(source, regions, 0)
  const section = sectionSource(source, { white: whiteIsFilling }, 0)
  const whitePoint = whitePointOfLevels(levels)
  const sums: TrichromeCounts = { stained: 0, blue: 0, red: 0, dark: 0, between: 0 }
  let pixels = 0
  for (const { region, weight } of sampled) {
    const counts = countTrichrome((await section.read(region)).rgb, whitePoint)
    pixels += weight * region.width * region.height
    for (const key of ['stained', 'blue', 'red', 'dark', 'between'] as const) sums[key] += weight * counts[key]
  }
  const { stained, blue, red, dark, between } = sums
  return {
    kind: 'trichrome',
    scale: scaleOf(source),
    isWhole,
    whitePoint: [...whitePoint],
    stained: stained / pixels,
    blue: blue / pixels,
    red: red / pixels,
    dark: dark / pixels,
    between: between / pixels,
  }
}
