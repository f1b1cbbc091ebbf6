import { gaussian } from '../../analysis/operators/gaussian.ts'
import { between, normal, type Random } from '../random.ts'
import { valueNoise } from '../synthesis/noise.ts'
import type { Patch } from './sample-patch.ts'
import { medianOutside } from './signal.ts'

const { exp, floor, max, min, sqrt } = Math

/**
 * Variation of fluorescence: what differs between dyes, cells, microscopes and cameras, in the order in which light passes them. Signals are those of
 * `levelsOf`: 0 the darkest, 1 the brightest that is usual.
 */

/** A nucleus keeps at least this much of the range above the ground: what cannot be seen is not to be learned. */
const LEAST_CONTRAST = 0.05

/** Amount of dye by nucleus: gains vary log-normally, standard deviation up to 0.6; some nuclei become dim, down to a tenth. */
function varyNuclei(random: Random, { planes, labels, side }: Patch): void {
  const plane = planes[0]
  if (!plane) return
  const ground = medianOutside(plane, labels)
  const spread = between(random, 0.1, 0.6)
  const dimShare = random() < 0.4 ? 0.3 * random() : 0
  const sums = new Map<number, { sum: number; pixels: number; logGain: number }>()
  labels.forEach((label, i) => {
    if (!label) return
    const known = sums.get(label)
    const nucleus = known ?? { sum: 0, pixels: 0, logGain: 0 }
    if (!known) sums.set(label, nucleus)
    nucleus.sum += (plane[i] ?? 0) - ground
    nucleus.pixels += 1
  })
  for (const nucleus of sums.values()) {
    const contrast = nucleus.sum / nucleus.pixels
    const drawn = random() < dimShare ? between(random, 0.1, 0.4) : exp(spread * normal(random))
    const least = min(1, LEAST_CONTRAST / max(1e-3, contrast))
    nucleus.logGain = Math.log(max(least, min(3, drawn)))
  }
  const hard = Float32Array.from(labels, (label) => sums.get(label)?.logGain ?? 0)
  // The border of a nucleus is as soft as the microscope shows it.
  const soft = gaussian(hard, { width: side, height: side }, 1)
  for (let i = 0; i < plane.length; i++) plane[i] = ground + ((plane[i] ?? 0) - ground) * exp(soft[i] ?? 0)
}

/** Chromatin: its contrast inside nuclei, up to twice or down to none, and blotches of another size. */
function varyTexture(random: Random, { planes, labels, side }: Patch): void {
  const plane = planes[0]
  if (!plane) return
  const contrast = random() < 0.5 ? between(random, 0, 1) : between(random, 1, 2)
  const smooth = gaussian(plane, { width: side, height: side }, between(random, 1.5, 3))
  const inside = gaussian(
    Float32Array.from(labels, (label) => (label ? 1 : 0)),
    { width: side, height: side },
    1,
  )
  const [blotches, width, strength] = [valueNoise(random), between(random, 2, 9), random() < 0.5 ? 0.7 * random() : 0]
  for (let i = 0; i < plane.length; i++) {
    // Less at the border, where the contrast is that of the nucleus against its ground.
    const amount = max(0, 2 * (inside[i] ?? 0) - 1)
    if (amount === 0) continue
    const [value, mean] = [plane[i] ?? 0, smooth[i] ?? 0]
    const blotch = 1 + strength * (2 * blotches((i % side) / width, floor(i / side) / width) - 1)
    plane[i] = value + amount * ((mean + contrast * (value - mean)) * blotch - value)
  }
}

/** Light from outside of the focus and of the cells: glow of the nuclei, haze in clouds, a tilt. */
function addHaze(random: Random, { planes, side }: Patch): void {
  const plane = planes[0]
  if (!plane) return
  if (random() < 0.35) {
    const glow = gaussian(plane, { width: side, height: side }, between(random, 4, 14))
    const strength = 0.5 * random()
    for (let i = 0; i < plane.length; i++) plane[i] = (plane[i] ?? 0) + strength * max(0, glow[i] ?? 0)
  }
  if (random() < 0.5) {
    const [cloud, width, strength] = [valueNoise(random), between(random, 12, 100), 0.3 * random() ** 2]
    for (let i = 0; i < plane.length; i++)
      plane[i] = (plane[i] ?? 0) + strength * cloud((i % side) / width, floor(i / side) / width)
  }
}

/** Uneven illumination, by a factor of up to e^0.6 either way over one to several nuclei. */
function varyIllumination(random: Random, { planes, side }: Patch): void {
  const plane = planes[0]
  if (!plane) return
  const [field, width, strength] = [valueNoise(random), between(random, 40, 160), 1.2 * random()]
  for (let i = 0; i < plane.length; i++)
    plane[i] = (plane[i] ?? 0) * exp(strength * (field((i % side) / width, floor(i / side) / width) - 0.5))
}

/** Blur of 0.4 to 2 pixels, seldom more than 1.2; now and then sharpening, as some programs do. */
function varyFocus(random: Random, { planes, side }: Patch): void {
  const plane = planes[0]
  if (!plane) return
  const choice = random()
  if (choice >= 0.45) return
  const size = { width: side, height: side }
  if (choice < 0.35) {
    planes[0] = gaussian(plane, size, random() < 0.75 ? between(random, 0.4, 1.2) : between(random, 1.2, 2))
    return
  }
  const [soft, strength] = [gaussian(plane, size, 1), between(random, 0.3, 1.2)]
  for (let i = 0; i < plane.length; i++) plane[i] = (plane[i] ?? 0) + strength * ((plane[i] ?? 0) - (soft[i] ?? 0))
}

/**
 * Levels that another picture of the same cells might have: brightest ones so bright that the rest is dim, a darkest one below or above
 * the ground, gamma e^−0.6 to e^0.6, saturation.
 */
function varyLevels(random: Random, { planes }: Patch): void {
  const plane = planes[0]
  if (!plane) return
  const low = between(random, -0.08, 0.05)
  const high = random() < 0.25 ? between(random, 1.3, 4) : between(random, 0.7, 1.4)
  const gamma = random() < 0.5 ? exp(between(random, -0.6, 0.6)) : 1
  const ceiling = random() < 0.12 ? between(random, 0.4, 0.9) : Number.POSITIVE_INFINITY
  for (let i = 0; i < plane.length; i++) {
    const value = min((plane[i] ?? 0) - low, ceiling) / (high - low)
    plane[i] = value > 0 ? value ** gamma : value
  }
}

/** Noise of photons, of a deviation that grows with the root of the signal, and of the camera; half of it smoothed, as by binning or by scaling. */
function addNoise(random: Random, { planes, side }: Patch): void {
  const plane = planes[0]
  if (!plane || random() < 0.35) return
  const [photons, camera] = [0.1 * random() ** 2, 0.06 * random() ** 2]
  let noise = Float32Array.from(plane, (value) => sqrt(photons ** 2 * max(0, value) + camera ** 2) * normal(random))
  if (random() < 0.5) {
    const sigma = between(random, 0.5, 1.5)
    // Smoothing makes it weaker by about 1 / (2 σ √π); here only partly.
    noise = gaussian(noise, { width: side, height: side }, sigma).map((value) => value * (1 + sigma))
  }
  for (let i = 0; i < plane.length; i++) plane[i] = (plane[i] ?? 0) + (noise[i] ?? 0)
}

/** Varies a fluorescence patch, in place. */
export function varyFluorescence(random: Random, patch: Patch): void {
  if (random() < 0.6) varyNuclei(random, patch)
  if (random() < 0.35) varyTexture(random, patch)
  addHaze(random, patch)
  if (random() < 0.4) varyIllumination(random, patch)
  varyFocus(random, patch)
  if (random() < 0.7) varyLevels(random, patch)
  addNoise(random, patch)
}
