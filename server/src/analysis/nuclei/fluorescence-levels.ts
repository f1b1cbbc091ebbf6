import * as z from 'zod'
import type { Samples } from '../../imaging/sample-type.ts'
import { type Levels, levelsOf } from '../../learning/dataset/field.ts'
import type { RunContext } from '../applications/application.ts'
import { AnalysisRefused } from '../runtime/analysis-refused.ts'
import { splitIntoTiles } from '../runtime/tiles.ts'
import { runWorkUnits } from '../runtime/work-units.ts'
import type { MultichannelSource } from '../sources/multichannel.ts'

const { floor, max, min } = Math

/** Side of the parts that are read at once. */
const PART = 1024
const BINS = 65_536

const levels = z.object({ low: z.number(), high: z.number() })

const parts = async function* (source: MultichannelSource, channel: number): AsyncGenerator<Samples> {
  for (const { core } of splitIntoTiles(source, PART, 0)) {
    const [samples] = await source.read(core, [channel])
    if (samples) yield samples
  }
}

/**
 * Least and largest sample of a channel.
 * @throws AnalysisRefused for samples that are no finite numbers: the network would spread one of them over all nuclei within its view
 */
async function rangeOf(source: MultichannelSource, channel: number): Promise<[number, number]> {
  let [least, most, strange] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
  for await (const samples of parts(source, channel)) {
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
 * Levels of a channel as a histogram: each level of 8 and 16 bits has a bin of its own, others share 65,536 from least to largest.
 * @throws AnalysisRefused for samples that are no finite numbers
 */
export async function measureLevels(source: MultichannelSource, channel: number): Promise<Levels> {
  const { bits, format } = source.type
  const isDirect = format === 'uint' && bits <= 16
  const [least, most] = isDirect ? [0, 2 ** bits - 1] : await rangeOf(source, channel)
  const width = isDirect ? 1 : (most - least) / (BINS - 1) || 1
  const counts = new Uint32Array(isDirect ? 2 ** bits : BINS)
  for await (const samples of parts(source, channel)) {
    for (const value of samples) {
      const bin = isDirect ? value : max(0, min(BINS - 1, floor((value - least) / width)))
      counts[bin] = (counts[bin] ?? 0) + 1
    }
  }
  const [{ low, high } = { low: 0, high: 1 }] = levelsOf('fluorescence', [counts])
  return { low: least + low * width, high: least + high * width }
}

/** Levels of a channel that count as dark and bright for the network, over the whole image, as a work unit. In the unit of the samples. */
export async function fluorescenceLevels(
  source: MultichannelSource,
  channel: number,
  context: RunContext,
  progress: readonly [number, number],
): Promise<Levels> {
  const work = () => measureLevels(source, channel)
  const [found = { low: 0, high: 1 }] = await runWorkUnits([{ name: 'levels', work }], levels, context, progress)
  return found
}
