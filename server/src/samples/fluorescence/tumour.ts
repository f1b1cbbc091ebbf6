import { gaussian } from '../../analysis/operators/gaussian.ts'
import { between, mixSeeds, normal, type Random, seededRandom } from '../../learning/random.ts'
import { fractalNoise, type Noise, smoothStep, valueNoise } from '../../learning/synthesis/noise.ts'
import { createFindGland, type FindGland, glandsOf } from './glands.ts'
import { type Nucleus, placeNuclei } from './nuclei.ts'

const { exp, floor, hypot, max, min, round, sqrt } = Math

/** Micrometres per pixel, as of a 20× objective with a camera of 6.5 µm. */
export const fieldPixelSize = 0.325

/** Stains of the channels, in their order, with the colour in which each is shown. */
export const fieldChannels = [
  { name: 'DAPI', color: 0x4f7dff },
  { name: 'Pan-cytokeratin', color: 0x3ddc84 },
  { name: 'Smooth muscle actin', color: 0xff4d4d },
  { name: 'Ki-67', color: 0xffd84d },
] as const

export interface TumourField {
  width: number
  height: number
  /** Counts of each channel, row-major. */
  planes: Uint16Array[]
  /** What was drawn. */
  truth: { nuclei: number; epithelial: number; dividing: number }
}

/** Full scale of a channel, photons of a bright pixel, and counts per photon. */
const photons = 900
const gain = 22
const offset = 420

/** A field of a prostate tumour of a mouse: glands with lumens in a stroma of smooth muscle, and dividing cells. */
export const drawTumour = (seed: number, size: number): TumourField => {
  const random = seededRandom(mixSeeds(seed, 23))
  const findGland = createFindGland(glandsOf(random, size), size)
  const nuclei = placeNuclei(random, findGland, size)
  const square = { width: size, height: size }
  const blank = () => new Float32Array(size * size)
  const [dapi, keratin, actin, dividing] = [blank(), blank(), blank(), blank()]
  const owners = new Int32Array(size * size).fill(-1)
  for (const [index, nucleus] of nuclei.entries()) stamp(nucleus, index, size, random, { dapi, dividing, owners })
  drawStroma(random, findGland, size, owners, nuclei, keratin, actin)
  const background = fractalNoise(random, 3)
  const blur = [1.15, 1.3, 1.3, 1.15]
  const strength = [0.9, 0.62, 0.75, 0.8]
  const planes = [dapi, keratin, actin, dividing].map((plane, channel) => {
    const sharp = gaussian(plane, square, blur[channel] ?? 1)
    // Light from above and below the plane of focus.
    const haze = gaussian(plane, square, 9)
    return Uint16Array.from(sharp, (value, i) => {
      const uneven = 1 - 0.16 * hypot((i % size) / size - 0.5, floor(i / size) / size - 0.5)
      const glow = 0.02 + 0.03 * background((i % size) / 500 + channel * 9, floor(i / size) / 500)
      const light = photons * (strength[channel] ?? 1) * uneven * (0.82 * value + 0.22 * (haze[i] ?? 0) + glow)
      return round(min(65_535, max(0, offset + gain * (light + sqrt(light) * normal(random)) + 18 * normal(random))))
    })
  })
  const epithelial = nuclei.filter(({ tissue }) => tissue === 'epithelium').length
  const truth = { nuclei: nuclei.length, epithelial, dividing: nuclei.filter((nucleus) => nucleus.dividing).length }
  return { ...square, planes, truth }
}

/** Draws one nucleus: chromatin with the bright chromocentres of a mouse, and Ki-67 where it divides. */
const stamp = (
  nucleus: Nucleus,
  index: number,
  size: number,
  random: Random,
  { dapi, dividing, owners }: { dapi: Float32Array; dividing: Float32Array; owners: Int32Array },
): void => {
  const { x, y, a, b, cos, sin, level } = nucleus
  const texture = valueNoise(random)
  const spots = Array.from({ length: 3 + floor(5 * random()) }, () => {
    const [radius, turn] = [0.72 * sqrt(random()), 2 * Math.PI * random()]
    return { u: radius * Math.cos(turn), v: radius * Math.sin(turn), r: between(random, 1.1, 2.3) }
  })
  const reach = Math.ceil(max(a, b) * 1.3)
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const [px, py] = [floor(x) + dx, floor(y) + dy]
      if (px < 0 || py < 0 || px >= size || py >= size) continue
      const [u, v] = [(dx * cos + dy * sin) / a, (dy * cos - dx * sin) / b]
      const radius = hypot(u, v) * (1 + 0.16 * (texture(2 * u + 8, 2 * v + 8) - 0.5))
      const inside = 1 - smoothStep(1 - 1 / b, 1 + 1 / b, radius)
      if (inside <= 0) continue
      const at = py * size + px
      const chromatin = 0.5 + 0.35 * texture(dx / 3.2, dy / 3.2) + 0.1 * min(1, radius)
      const centres = spots.reduce((sum, s) => sum + exp(-(((u - s.u) * a) ** 2 + ((v - s.v) * b) ** 2) / s.r ** 2), 0)
      dapi[at] = max(dapi[at] ?? 0, inside * level * (chromatin + 0.55 * min(1, centres)))
      if (inside > 0.5) owners[at] = index
      if (nucleus.dividing) {
        const grains = 0.25 + 0.9 * smoothStep(0.45, 0.8, texture(dx / 2.6 + 20, dy / 2.6))
        dividing[at] = max(dividing[at] ?? 0, inside * nucleus.dividing * grains)
      }
    }
  }
}

/** Cytoplasm of the epithelium with brighter membranes, and the fibres of the muscle around and between the glands. */
const drawStroma = (
  random: Random,
  findGland: FindGland,
  size: number,
  owners: Int32Array,
  nuclei: readonly Nucleus[],
  keratin: Float32Array,
  actin: Float32Array,
): void => {
  const fibres: Noise = fractalNoise(random, 2)
  const [tone, bend, mottle] = [fractalNoise(random, 3), fractalNoise(random, 3), valueNoise(random)]
  const nearest = cellsAround(nuclei, size)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const at = y * size + x
      const gland = findGland(x, y)
      const isNucleus = (owners[at] ?? -1) >= 0
      if (gland.depth > 0 && gland.depth < gland.thickness) {
        const { first, second, level } = nearest(x, y)
        const membrane = exp(-(((second - first) / 3.4) ** 2))
        const edge = exp(-(((gland.depth - gland.thickness) / 5) ** 2))
        const grain = 0.75 + 0.5 * mottle(x / 3, y / 3)
        keratin[at] = level * grain * (isNucleus ? 0.22 : 0.5 + 0.42 * membrane + 0.3 * edge)
      }
      // Muscle lies around each gland in a thin layer, and in bundles between them.
      const sway = 60 * (bend(x / 190, y / 190) - 0.5)
      const outside = -gland.depth
      const fibre = smoothStep(0.42, 0.82, fibres((gland.turn * 260 + sway) / 46, (outside + sway) / 3.4))
      const ring = exp(-(((outside - 9) / 7) ** 2))
      const bundle = outside > 4 ? smoothStep(0.46, 0.62, tone(x / 210, y / 210)) : 0
      actin[at] =
        (isNucleus ? 0.35 : 1) * (0.85 * ring * (0.45 + fibre) + 0.6 * bundle * fibre) + (outside > 0 ? 0.03 : 0.008)
    }
  }
}

/** Distances to the two nearest epithelial nuclei, px, and how strongly the cell of the nearest is stained. */
const cellsAround = (nuclei: readonly Nucleus[], size: number) => {
  const step = 32
  const columns = Math.ceil(size / step)
  const buckets: Nucleus[][] = Array.from({ length: columns * columns }, () => [])
  for (const nucleus of nuclei) {
    if (nucleus.tissue !== 'epithelium') continue
    buckets[floor(nucleus.y / step) * columns + floor(nucleus.x / step)]?.push(nucleus)
  }
  return (x: number, y: number) => {
    let first = 40
    let second = 60
    let level = 0.6
    const [column, row] = [floor(x / step), floor(y / step)]
    for (let j = max(0, row - 1); j <= min(columns - 1, row + 1); j++) {
      for (let i = max(0, column - 1); i <= min(columns - 1, column + 1); i++) {
        for (const nucleus of buckets[j * columns + i] ?? []) {
          const distance = hypot(x - nucleus.x, y - nucleus.y)
          if (distance < first) {
            second = first
            first = distance
            level = nucleus.keratin
          } else if (distance < second) second = distance
        }
      }
    }
    return { first, second, level }
  }
}
