import * as z from 'zod'
import type { Samples } from '../../imaging/sample-type.ts'
import { type Levels, levelsOf, percentileOf } from '../../learning/dataset/field.ts'
import type { RunContext } from '../applications/application.ts'
import { noiseEstimator } from '../operators/noise.ts'
import { AnalysisRefused } from '../runtime/analysis-refused.ts'
import { splitIntoTiles } from '../runtime/tiles.ts'
import { runWorkUnits } from '../runtime/work-units.ts'
import type { MultichannelSource } from '../sources/multichannel.ts'

const { floor, max, min } = Math

/** Side of the parts that are read at once. */
const PART = 1024
const BINS = 65_536

/**
 * Least range of the levels, in standard deviations of the noise. Noise alone spans 5, the faintest of 283 real fields (nuclei_dsb2018) 19; a
 * network that gets noise as the whole range finds thousands of nuclei in it, and none from 12 on.
 */
const LEAST_RANGE = 16
/** Share of the samples that are below the level of the ground, and that level above them, in standard deviations of the noise. */
const GROUND = { share: 0.1, above: 1.28 } as const

const levels = z.object({ low: z.number(), high: z.number(), noise: z.number(), lit: z.number(), middle: z.number() })

/** Levels of a channel over the whole image, in the unit of its samples. */
export interface FluorescenceLevels extends Levels {
  /** Standard deviation of the noise. */
  noise: number
  /** Above the ground by the noise: half of a nucleus is brighter, a hot pixel is alone in being so. */
  lit: number
  /** Median. */
  middle: number
}

/** Whether the range is that of the noise, so that nothing bright, or next to nothing, is in the image. */
export const isFaint = ({ low, high, noise }: FluorescenceLevels): boolean => high - low <= 1.001 * LEAST_RANGE * noise

interface Part {
  samples: Samples
  /** Samples per row. */
  columns: number
}

const parts = async function* (source: MultichannelSource, channel: number): AsyncGenerator<Part> {
  for (const { core } of splitIntoTiles(source, PART, 0)) {
    const [samples] = await source.read(core, [channel])
    if (samples) yield { samples, columns: core.width }
  }
}

/**
 * Least and largest sample of a channel.
 * @throws AnalysisRefused for samples that are no finite numbers: the network would spread one of them over all nuclei within its view
 */
async function rangeOf(source: MultichannelSource, channel: number): Promise<[number, number]> {
  let [least, most, strange] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
  for await (const { samples } of parts(source, channel)) {
    for (const value of samples) {
      if (!Number.isFinite(value)) strange++
      if (value < least) least = value
      if (value > most) most = value
    }
  }
  if (strange > 0) throw new AnalysisRefused(notFinite(strange))
  return most >= least ? [least, most] : [0, 0]
}

const notFinite = (count: number): string => {
  const samples = count === 1 ? 'One sample of this channel is' : `${count} samples of this channel are`
  return `${samples} no number or infinite. Replace them, for example by the level of the background, and upload the image again.`
}

/**
 * Levels of a channel from a histogram: each level of 8 and 16 bits has a bin of its own, others share 65,536 from least to largest.
 * @throws AnalysisRefused for samples that are no finite numbers
 */
export async function measureLevels(source: MultichannelSource, channel: number): Promise<FluorescenceLevels> {
  const { bits, format } = source.type
  const isDirect = format === 'uint' && bits <= 16
  const [least, most] = isDirect ? [0, 2 ** bits - 1] : await rangeOf(source, channel)
  const width = isDirect ? 1 : (most - least) / (BINS - 1) || 1
  const counts = new Uint32Array(isDirect ? 2 ** bits : BINS)
  const differences = noiseEstimator(source.width * source.height)
  for await (const { samples, columns } of parts(source, channel)) {
    differences.add(samples, columns)
    for (const value of samples) {
      const bin = isDirect ? value : max(0, min(BINS - 1, floor((value - least) / width)))
      counts[bin] = (counts[bin] ?? 0) + 1
    }
  }
  const noise = differences.deviation(format !== 'float')
  const [range = { low: 0, high: 1 }] = levelsOf('fluorescence', [counts])
  const [low, high] = [least + range.low * width, least + range.high * width]
  const ground = least + percentileOf(counts, GROUND.share) * width + GROUND.above * noise
  return {
    low,
    high: max(high, low + LEAST_RANGE * noise),
    noise,
    lit: ground + noise,
    middle: least + percentileOf(counts, 0.5) * width,
  }
}

/** Levels of a channel that count as dark and bright for the network, over the whole image, as a work unit. In the unit of the samples. */
export async function fluorescenceLevels(
  source: MultichannelSource,
  channel: number,
  context: RunContext,
  progress: readonly [number, number],
): Promise<FluorescenceLevels> {
  const work = () => measureLevels(source, channel)
  const [found] = await runWorkUnits([{ name: 'levels', work }], levels, context, progress)
  if (!found) throw new RangeError('the levels were not measured')
  return found
}
