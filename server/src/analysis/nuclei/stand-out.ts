import * as z from 'zod'
import { detectNuclei } from '../../learning/inference/detect-nuclei.ts'
import { cropped, windowsOf } from '../../learning/inference/estimate-diameter.ts'
import type { InterleavedSource } from '../../learning/inference/interleaved-source.ts'
import type { Network } from '../../learning/inference/network.ts'
import type { RunContext } from '../applications/application.ts'
import { labelStatistics } from '../operators/label-statistics.ts'
import { runWorkUnits } from '../runtime/work-units.ts'
import type { FluorescenceLevels } from './fluorescence-levels.ts'

const { max } = Math

/** Negatives per nucleus from which the image is taken for noise. Gaps between crowded nuclei look like nuclei in negative too, but are fewer. */
const MOST_DECOYS = 0.5
/** How much brighter than the darkest negative a nucleus has to be: the windows hold a part of the image only. */
const MARGIN = 1.25

const outcome = z.object({ least: z.number().nullable() })

/** The image in negative about its median, with levels that the same noise has. */
const negativeOf = (source: InterleavedSource, middle: number): InterleavedSource => ({
  ...source,
  read: async (region) => Float32Array.from(await source.read(region), (value) => 2 * middle - value),
})

/** Mean levels of the nuclei that a network finds. */
async function meansOf(network: Network, source: InterleavedSource, levels: FluorescenceLevels, diameter: number) {
  const detection = detectNuclei(network, source, [levels], diameter)
  const { region, labels, nuclei } = await detection.detect({ left: 0, top: 0, ...detection.scaled })
  detection.release()
  if (nuclei.length === 0) return []
  const plane = Float32Array.from(await source.read(region))
  return labelStatistics(labels, region, [plane]).map(({ means }) => means[0] ?? 0)
}

/**
 * The level that nuclei of a faint image have to exceed, as a work unit: noise is as dark as it is bright, nuclei are not. Where the network
 * finds about as much in the negative of the image, what is no brighter than that is dark counts as noise (target and decoy, as in proteomics:
 * Elias & Gygi 2007).
 * @returns mean level; null: the image is not of noise
 */
export async function leastLevel(
  network: Network,
  source: InterleavedSource,
  levels: FluorescenceLevels,
  diameter: number,
  context: RunContext,
  progress: readonly [number, number],
): Promise<number | null> {
  const work = async () => {
    const { middle } = levels
    let nuclei = 0
    const depths: number[] = []
    for (const window of await windowsOf(source)) {
      const part = cropped(source, window)
      nuclei += (await meansOf(network, part, levels, diameter)).length
      const decoys = await meansOf(network, negativeOf(part, middle), levels, diameter)
      for (const mean of decoys) depths.push(mean - middle)
    }
    if (depths.length === 0 || depths.length < MOST_DECOYS * nuclei) return { least: null }
    return { least: middle + MARGIN * depths.reduce((most, depth) => max(most, depth), 0) }
  }
  const [found] = await runWorkUnits([{ name: 'noise', work }], outcome, context, progress)
  return found?.least ?? null
}
