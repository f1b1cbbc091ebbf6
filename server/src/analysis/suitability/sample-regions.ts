import type { Size } from '../operators/size.ts'
import { type Region, splitIntoTiles } from '../runtime/tiles.ts'

const { floor, max, min, round } = Math

/** Side of a region, pixels. */
export const REGION_SIDE = 512
/** Regions per image: 6.3 million pixels take some seconds, and the shares of a larger image are known well from them. */
export const MOST_REGIONS = 24
/** Share of them that lies where something is. */
const WHERE_SOMETHING_IS = 2 / 3
/** Something is in a region that holds this share of what the fullest region holds, or this share of its own pixels. */
const OF_FULLEST = 0.25
const OF_REGION = 0.05

/** A region that is measured, and how many regions of the image it stands for. */
export interface SampledRegion {
  region: Region
  weight: number
}

/** The regions that an image consists of, in reading order. @param side largest of a region, pixels */
export const regionsOf = (size: Size, side: number = REGION_SIDE): Region[] =>
  splitIntoTiles(size, side, 0).map(({ core }) => core)

const spaced = (places: readonly number[], count: number): number[] =>
  Array.from({ length: count }, (_, i) => places[floor(((i + 0.5) * places.length) / count)] ?? 0)

/**
 * Regions that are measured in place of the whole image: all of a small one. Of a larger one those in which something is and the others are two
 * strata, each sampled evenly in reading order (stratified sampling, Cochran 1977): the only piece of tissue on a slide is not missed, and
 * weighted shares are still those of the whole image.
 *
 * @param contents by region of `regionsOf`: share of its pixels, 0 to 1, that are no empty ground in an overview
 * @param most regions that are chosen
 * @returns 1 to `most` regions completely inside the image, in reading order
 */
export function sampleRegions(
  regions: readonly Region[],
  contents: readonly number[],
  most: number = MOST_REGIONS,
): SampledRegion[] {
  if (regions.length <= most) return regions.map((region) => ({ region, weight: 1 }))
  const fullest = contents.reduce((largest, content) => max(largest, content), 0)
  const least = min(OF_FULLEST * fullest, OF_REGION)
  const [filled, others]: [number[], number[]] = [[], []]
  for (const i of regions.keys()) ((contents[i] ?? 0) > 0 && (contents[i] ?? 0) >= least ? filled : others).push(i)
  const ofFilled = min(filled.length, max(most - others.length, round(WHERE_SOMETHING_IS * most)))
  const ofOthers = min(others.length, most - ofFilled)
  const chosen = [
    ...spaced(filled, ofFilled).map((i) => ({ i, weight: filled.length / ofFilled })),
    ...spaced(others, ofOthers).map((i) => ({ i, weight: others.length / ofOthers })),
  ]
  return chosen
    .toSorted((a, b) => a.i - b.i)
    .flatMap(({ i, weight }) => {
      const region = regions[i]
      return region ? [{ region, weight }] : []
    })
}
