import * as z from 'zod'
import type { Samples } from '../../imaging/sample-type.ts'
import { type Levels, levelsOf } from '../../learning/dataset/field.ts'
import type { RunContext } from '../applications/application.ts'
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

/** Least and largest sample of a channel. Samples that are no numbers do not count. */
async function rangeOf(source: MultichannelSource, channel: number): Promise<[number, number]> {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for await (const samples of parts(source, channel)) {
    for (const value of samples) {
      if (value < least) least = value
      if (value > most && value < Number.POSITIVE_INFINITY) most = value
    }
  }
  return most >= least ? [least, most] : [0, 0]
}

/** Levels of a channel as a histogram: each level of 8 and 16 bits has a bin of its own, others share 65,536 from least to largest. */
export async function measureLevels(source: MultichannelSource, channel: number): Promise<Levels> {
  const { bits, format } = source.type
  const isDirect = format === 'uint' && bits <= 16
  const [least, most] = isDirect ? [0, 2 ** bits - 1] : await rangeOf(source, channel)
  const width = isDirect ? 1 : (most - least) / (BINS - 1) || 1
  const counts = new Uint32Array(isDirect ? 2 ** bits : BINS)
  for await (const samples of parts(source, channel)) {
    for (const value of samples) {
      if (!Number.isFinite(value)) continue
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
