import { gaussian } from '../../analysis/operators/gaussian.ts'
import type { Pool } from '../dataset/dataset-file.ts'
import { representPlane } from '../network-input.ts'
import { between, mixSeeds, normal, pickWeighted, type Random, seededRandom } from '../random.ts'
import type { Batch, TrainingPlan } from '../training/train.ts'
import { densitiesOf, exchangeChannels, lightOf, vary } from './densities.ts'
import { brownNuclei, clearNuclei } from './nuclear-stain.ts'
import { cropped, pasteObjects } from './paste-objects.ts'
import { restain, stainSmear } from './restain.ts'
import {
  type Diversity,
  type Patch,
  prepareField,
  type SampledField,
  type Sampling,
  samplePatch,
} from './sample-patch.ts'
import { writeTargets } from './targets.ts'
import { varyFluorescence } from './vary-fluorescence.ts'

const { exp, max, sqrt } = Math

/** Planes of patches are scaled already. */
const WHOLE = { low: 0, high: 1 }

/** Varies the stains of a patch; its planes are light, before and after. @param plain share that is left nearly as it is */
function varyStains(random: Random, patch: Patch, plain: number): void {
  const size = { width: patch.side, height: patch.side }
  const densities = densitiesOf(patch.planes)
  const isPlain = patch.kind === 'stained' && random() < plain
  if (!isPlain && random() < 0.3) clearNuclei(random, densities, patch)
  if (patch.kind === 'stained' && !isPlain) {
    const paleness = restain(random, densities)
    if (random() < 0.6) brownNuclei(random, densities, patch, paleness)
  } else {
    if (patch.kind === 'smear') stainSmear(random, densities, patch)
    vary(random, densities)
  }
  if (!isPlain && random() < 0.1) exchangeChannels(random, densities)
  const blur = random() < 0.35 ? between(random, 0.4, 1.3) : 0
  for (const [channel, plane] of densities.entries()) {
    const blurred = blur ? gaussian(plane, size, blur) : plane
    patch.planes[channel] = blurred.map(lightOf)
  }
}

/** A fifth of the fluorescence patches lie out of focus. */
function defocus(random: Random, patch: Patch): void {
  if (random() >= 0.2) return
  const blur = between(random, 0.4, 1.2)
  for (const [channel, plane] of patch.planes.entries())
    patch.planes[channel] = gaussian(plane, { width: patch.side, height: patch.side }, blur)
}

/** Contrast, offset, gamma and noise of the network's input, in place. */
function varyCamera(random: Random, x: Float32Array, strength: number): void {
  const gain = exp(strength * between(random, -0.25, 0.25))
  const offset = between(random, -0.06, 0.06)
  const gamma = exp(strength * between(random, -0.25, 0.25))
  const noise = random() < 0.5 ? strength * random() * 0.05 : 0
  for (let i = 0; i < x.length; i++) {
    const value = (max(0, x[i] ?? 0) ** gamma + Math.min(0, x[i] ?? 0)) * gain + offset
    x[i] = noise ? value + noise * normal(random) : value
  }
}

/** Round a patch that gets objects of others, pixels: what it cuts of them is whole here. */
const MARGIN = 24
/** Scales of the objects that are put into a patch, over those that are there: between e^−this and e^this. */
const DONOR_SCALE = 0.3

/**
 * Crowded fields come more often: they hold most of the objects that are to be found, and most of the contacts. Not in proportion, or a
 * few of them would be all that is seen.
 */
const weightOf = ({ objects }: SampledField): number => sqrt(max(1, objects.present.length))

/**
 * What training is fed with: patches of the pools by their shares, varied. A step's patches depend on the seed and the step only.
 * @throws RangeError for a pool without fields
 */
export function makeBatches(
  pools: readonly Pool[],
  { patch: side, batch, network, seed }: TrainingPlan,
  sampling: Omit<Sampling, 'side'>,
): (buffers: Batch, step: number) => void {
  const prepared = pools.map((pool) => {
    const fields = pool.fields.map(prepareField)
    return { fields, weights: fields.map(weightOf) }
  })
  const shares = pools.map(({ share }) => share)
  const drawField = (random: Random): SampledField => {
    const pool = prepared[pickWeighted(random, shares)]
    const field = pool?.fields[pickWeighted(random, pool.weights)]
    if (!field) throw new RangeError('a pool of fields is empty')
    return field
  }
  /** A patch of a field, deformed and with nuclei of others where the sampling asks for it. */
  const drawPatch = (random: Random, field: SampledField, { diversity }: { diversity: Diversity | null }): Patch => {
    if (!diversity) return samplePatch(random, field, { ...sampling, side })
    const isElastic = random() < diversity.elastic
    if (random() >= diversity.pasted) return samplePatch(random, field, { ...sampling, side }, true, isElastic)
    const patch = samplePatch(random, field, { ...sampling, side: side + 2 * MARGIN }, true, isElastic)
    const { typicalDiameter: diameter } = patch
    const { stretch } = sampling
    const donor = samplePatch(
      random,
      random() < 0.3 ? field : drawField(random),
      { side, diameter, scale: DONOR_SCALE, ...(stretch ? { stretch } : {}) },
      true,
      isElastic,
    )
    pasteObjects(random, patch, donor, { patch: sampling.diameter, donor: diameter })
    return cropped(patch, side)
  }
  const pixels = side * side
  return (buffers, step) => {
    for (let place = 0; place < batch; place++) {
      const random = seededRandom(mixSeeds(seed, step, place))
      const field = drawField(random)
      const isFluorescence = field.kind === 'fluorescence'
      const varied = isFluorescence && sampling.diversity
      const diversity = varied && random() < varied.share ? varied : null
      const patch = drawPatch(random, field, { diversity })
      writeTargets(patch, buffers, place)
      if (diversity) varyFluorescence(random, patch)
      else if (isFluorescence) defocus(random, patch)
      else varyStains(random, patch, sampling.plain ?? 0)
      const from = place * network.channels * pixels
      const x = buffers.x.subarray(from, from + network.channels * pixels)
      const kind = isFluorescence ? 'intensity' : 'absorption'
      for (const [channel, plane] of patch.planes.entries())
        representPlane(kind, plane, WHOLE, x.subarray(channel * pixels, (channel + 1) * pixels))
      varyCamera(random, x, 1)
    }
  }
}
