import type { RgbTriple } from '../../analysis/operators/color-deconvolution.ts'
import { between, normal, type Random } from '../random.ts'
import { valueNoise } from '../synthesis/noise.ts'
import { STAINS, variedStain } from '../synthesis/section.ts'
import type { Patch } from './sample-patch.ts'

const { exp, max, min } = Math

/** Optical densities of a patch by channel; changed in place. */
export type Densities = readonly [Float32Array, Float32Array, Float32Array]

const unit = (v: RgbTriple): RgbTriple => {
  const length = Math.hypot(...v)
  return [v[0] / length, v[1] / length, v[2] / length]
}
const cross = (a: RgbTriple, b: RgbTriple): RgbTriple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const dot = (a: RgbTriple, b: RgbTriple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** Rows that turn densities into amounts of hematoxylin, eosin and the rest, which is at right angles to both. */
const UNMIX = (() => {
  const [h, e] = [unit(STAINS.hematoxylin), unit(STAINS.eosin)]
  const rest = unit(cross(h, e))
  const row = (v: RgbTriple, against: RgbTriple): RgbTriple => {
    const scale = dot(against, v)
    return [v[0] / scale, v[1] / scale, v[2] / scale]
  }
  return { h: row(cross(e, rest), h), e: row(cross(rest, h), e), rest: row(cross(h, e), rest) }
})()

/** What the second stain of a section may become. */
const drawSecondStain = (random: Random): RgbTriple => {
  const choice = random()
  if (choice < 0.6) return variedStain(random, STAINS.eosin, 0.12)
  if (choice < 0.72) return variedStain(random, STAINS.hematoxylin, 0.15)
  if (choice < 0.85) return variedStain(random, STAINS.dab, 0.1)
  return variedStain(random, STAINS.grey, 0.2)
}

/**
 * Unmixes a section into hematoxylin and eosin and stains it anew, with other vectors and strengths (Tellez et al. 2018). Half of the
 * sections become pale on nearly clear ground, as a counterstain is.
 * @returns how pale it became, 0 to 1
 */
export function restain(random: Random, [red, green, blue]: Densities): number {
  const h = variedStain(random, STAINS.hematoxylin, 0.08)
  const e = drawSecondStain(random)
  const rest = unit(cross(unit(STAINS.hematoxylin), unit(STAINS.eosin)))
  const pale = random() < 0.5
  const paleness = pale ? exp(between(random, -2, -0.3)) : 1
  const hAmount = pale ? paleness : exp(0.45 * normal(random))
  const eAmount = pale ? paleness * 0.9 * random() : exp(between(random, -1, 0.6))
  const restAmount = between(random, 0.3, 1) * paleness
  for (let i = 0; i < red.length; i++) {
    const density: RgbTriple = [red[i] ?? 0, green[i] ?? 0, blue[i] ?? 0]
    const [a, b, c] = [
      hAmount * dot(UNMIX.h, density),
      eAmount * dot(UNMIX.e, density),
      restAmount * dot(UNMIX.rest, density),
    ]
    red[i] = max(0, a * h[0] + b * e[0] + c * rest[0])
    green[i] = max(0, a * h[1] + b * e[1] + c * rest[1])
    blue[i] = max(0, a * h[2] + b * e[2] + c * rest[2])
  }
  return paleness
}

/** Colours a grey smear: its nuclei with hematoxylin, its cytoplasm with eosin and some hematoxylin. */
export function stainSmear(random: Random, densities: Densities, { labels, side }: Patch): void {
  const [h, e] = [variedStain(random, STAINS.hematoxylin, 0.08), drawSecondStain(random)]
  const nucleus = soften(
    Float32Array.from(labels, (label) => (label ? 1 : 0)),
    side,
  )
  const nuclear = exp(0.4 * normal(random))
  const cytoplasmic = exp(between(random, -0.7, 0.7))
  const basophilia = random() < 0.5 ? 0.7 * random() : 0
  const grey = densities[0].slice()
  for (const [channel, plane] of densities.entries()) {
    const [blue, pink] = [h[channel] ?? 0, e[channel] ?? 0]
    const ground = cytoplasmic * (basophilia * blue + (1 - basophilia) * pink)
    for (let i = 0; i < plane.length; i++) {
      const inside = nucleus[i] ?? 0
      plane[i] = 1.6 * (grey[i] ?? 0) * (inside * nuclear * blue + (1 - inside) * ground)
    }
  }
}

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

/** Mean over 3 × 3 pixels, in the plane. */
function soften(plane: Float32Array, side: number): Float32Array {
  const across = (from: Float32Array, step: number, place: (i: number) => number) =>
    from.map((value, i) => {
      const before = place(i) > 0 ? (from[i - step] ?? 0) : value
      const after = place(i) < side - 1 ? (from[i + step] ?? 0) : value
      return (before + value + after) / 3
    })
  return across(
    across(plane, 1, (i) => i % side),
    side,
    (i) => Math.floor(i / side),
  )
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

/** Other strengths of the stains and of the whole, of a section whose stains are right as they are. */
export function vary(random: Random, densities: Densities): void {
  const all = exp(0.3 * normal(random))
  for (const plane of densities) {
    const strength = all * exp(0.12 * normal(random))
    for (let i = 0; i < plane.length; i++) plane[i] = (plane[i] ?? 0) * strength
  }
}

/** Exchanges channels: that nuclei are blue or brown is not to be relied on. */
export function exchangeChannels(random: Random, densities: Densities): void {
  const [red, green, blue] = densities
  const copies = [red.slice(), green.slice(), blue.slice()]
  const order = [0, 1, 2].sort(() => random() - 0.5)
  for (const [channel, plane] of densities.entries()) plane.set(copies[order[channel] ?? channel] ?? plane)
}

export const densitiesOf = (planes: readonly Float32Array[]): Densities => {
  const [red, green, blue] = planes.map((plane) => plane.map((light) => -Math.log10(min(1, max(0.004, light)))))
  if (!red || !green || !blue) throw new RangeError('a stained field has three channels')
  return [red, green, blue]
}

export const lightOf = (density: number): number => 10 ** -density
