import type { RgbTriple } from '../../analysis/operators/color-deconvolution.ts'
import { between, normal, type Random } from '../random.ts'
import { STAINS, variedStain } from '../synthesis/section.ts'
import { type Densities, soften } from './densities.ts'
import type { Patch } from './sample-patch.ts'

const { exp, max } = Math

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
