import type { RgbTriple } from '../../analysis/operators/color-deconvolution.ts'
import { between, normal, type Random } from '../random.ts'
import { valueNoise } from '../synthesis/noise.ts'
import { STAINS, variedStain } from '../synthesis/section.ts'
import { type Densities, soften } from './densities.ts'
import type { Patch } from './sample-patch.ts'

const { exp, min } = Math

/** Makes nuclei vesicular: paler inside by up to 85 %; now and then the ground too. */
export function clearNuclei(random: Random, densities: Densities, { labels, depth }: Patch): void {
  const most = 0.9 * random()
  const ground = random() < 0.5 ? 0.6 * random() : 0
  const amounts = new Map<number, number>()
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i] ?? 0
    let keep = 1 - ground
    if (label) {
      const known = amounts.get(label)
      const amount = known ?? min(0.85, most * random())
      if (known === undefined) amounts.set(label, amount)
      keep = 1 - amount * min(1, 1.4 * (depth[i] ?? 0))
    }
    for (const plane of densities) plane[i] = (plane[i] ?? 0) * keep
  }
}

/** Turns some of the nuclei brown, as DAB does, and now and then the ground. */
export function brownNuclei(random: Random, densities: Densities, { labels, side }: Patch, paleness: number): void {
  const share = random()
  const strength = (1.5 * exp(0.5 * normal(random))) / paleness ** 0.8
  const even = 0.8 * random()
  const dab = variedStain(random, STAINS.dab, 0.07)
  const keep = 0.3 * random()
  const total = (i: number) => densities.reduce((sum, plane) => sum + (plane[i] ?? 0), 0)
  const nuclei = new Map<number, { strength: number; sum: number; pixels: number }>()
  labels.forEach((label, i) => {
    if (!label) return
    const known = nuclei.get(label)
    const nucleus = known ?? {
      strength: random() < share ? strength * exp(0.35 * normal(random)) : 0,
      sum: 0,
      pixels: 0,
    }
    if (!known) nuclei.set(label, nucleus)
    nucleus.sum += total(i)
    nucleus.pixels += 1
  })
  const brown = [0, 1, 2].map(() => new Float32Array(labels.length))
  const [cover, amount, mean] = brown
  if (!cover || !amount || !mean) return
  labels.forEach((label, i) => {
    const nucleus = nuclei.get(label)
    if (!nucleus?.strength) return
    cover[i] = 1
    amount[i] = nucleus.strength
    mean[i] = nucleus.sum / nucleus.pixels
  })
  const [softCover, softAmount, softMean] = [soften(cover, side), soften(amount, side), soften(mean, side)]
  for (let i = 0; i < labels.length; i++) {
    const covered = softCover[i] ?? 0
    if (covered <= 0) continue
    const flat = (softMean[i] ?? 0) / covered
    const density = 0.6 * ((softAmount[i] ?? 0) / covered) * (total(i) * (1 - even) + flat * even)
    for (const [channel, plane] of densities.entries()) {
      const value = plane[i] ?? 0
      plane[i] = (1 - covered) * value + covered * (keep * value + density * (dab[channel] ?? 0))
    }
  }
  if (random() < 0.35) addHaze(random, densities, side, dab)
}

function addHaze(random: Random, densities: Densities, side: number, stain: RgbTriple): void {
  const cloud = valueNoise(random)
  const [unitLength, strength] = [between(random, 8, 28), 0.35 * random()]
  for (const [channel, plane] of densities.entries()) {
    for (let i = 0; i < plane.length; i++) {
      const amount = cloud((i % side) / unitLength, Math.floor(i / side) / unitLength) ** 2
      plane[i] = (plane[i] ?? 0) + strength * amount * (stain[channel] ?? 0)
    }
  }
}
