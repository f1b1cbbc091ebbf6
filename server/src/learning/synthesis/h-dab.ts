import { gaussian } from '../../analysis/operators/gaussian.ts'
import type { Size } from '../../analysis/operators/size.ts'
import { between, normal, type Random } from '../random.ts'
import { drawChromatin, drawStyle } from './chromatin.ts'
import { drawLayout } from './layout.ts'
import { fibreNoise, fractalNoise, smoothStep } from './noise.ts'
import { drawShape, eachPixel } from './nuclei.ts'
import { addStain, type Section, STAINS, variedStain } from './section.ts'

const { exp, log, max, min } = Math

/** Between two positive numbers, evenly by ratio. */
const byRatio = (random: Random, low: number, high: number) => exp(between(random, log(low), log(high)))

/** How much DAB a positive nucleus has at a pixel, relative to its mean. */
function drawPrecipitate(random: Random, grain: (x: number, y: number) => number) {
  const kind = random()
  const granular = between(random, 0.1, 0.9)
  if (kind < 0.2) {
    // Vacuolated: brown lies along the border.
    const clear = between(random, 0.4, 0.95)
    return (x: number, y: number, depth: number) =>
      (1 - clear * (1 - smoothStep(0.3, 0.85, depth))) * (1 + granular * (grain(x, y) - 0.5))
  }
  if (kind < 0.35) {
    // On one side only.
    const angle = between(random, 0, 2 * Math.PI)
    return (x: number, y: number, depth: number) =>
      (0.35 + 0.65 * smoothStep(0.3, 0.6, grain(x / 4 + angle, y / 4))) * (1 - 0.2 * depth)
  }
  return (x: number, y: number) => 1 + granular * 1.4 * (grain(x, y) - 0.5)
}

/**
 * A section stained with hematoxylin and DAB in its nuclei, as for Ki-67: pale to dark blue nuclei, positive ones from a
 * brown tinge to black, vesicular and dense, on clear or hazy ground with fibres, brown debris and DAB in the cytoplasm.
 */
export function drawHDab(random: Random, size: Size, diameter: number): Section {
  const layout = drawLayout(random, size, diameter)
  const count = size.width * size.height
  const [hematoxylin, dab] = [new Float32Array(count), new Float32Array(count)]
  const labels = new Int32Array(count)
  const style = drawStyle(random)
  const clump = diameter * between(random, 0.07, 0.16)
  const grain = fractalNoise(random, 2)
  const chromatinGrain = (x: number, y: number) => grain(x / clump, y / clump)
  const paleness = byRatio(random, 0.05, 0.9)
  const positive = random() < 0.15 ? 0 : random() ** 1.5
  const brownness = byRatio(random, 0.3, 1.3)
  const counterstain = between(random, 0, 0.6)

  for (const [index, shape] of layout.nuclei.entries()) {
    const reach = (shape.a + shape.b) / 2
    const chromatin = drawChromatin(random, style, chromatinGrain, [shape.x, shape.y], reach)
    const isPositive = random() < positive
    const amount = isPositive ? brownness * exp(0.6 * normal(random)) : random() < 0.1 ? 0.12 * random() : 0
    const precipitate = drawPrecipitate(random, chromatinGrain)
    // Of strongly positive nuclei the blue is hidden or never got in.
    const blue = isPositive ? counterstain * between(random, 0.3, 1) : 1
    eachPixel(shape, size, (i, depth) => {
      const [x, y] = [i % size.width, Math.floor(i / size.width)]
      const covered = labels[i] ? 0.4 : 1
      if (!labels[i]) labels[i] = index + 1
      const fade = 1 - 0.5 * smoothStep(0.88, 1, depth)
      hematoxylin[i] = (hematoxylin[i] ?? 0) + covered * fade * paleness * blue * chromatin(x, y, depth)
      dab[i] = (dab[i] ?? 0) + covered * fade * amount * max(0, precipitate(x, y, depth))
    })
  }
  drawDebris(random, dab, size, diameter)

  const [haze, spots] = [fractalNoise(random, 3), fractalNoise(random, 2)]
  const fibres = fibreNoise(random, layout.fibreAngle)
  const blueHaze = paleness * between(random, 0, 0.35)
  const fibreStrength = min(0.12, paleness * 0.5) * random()
  const brownHaze = random() < 0.35 ? between(random, 0.02, 0.3) : random() * 0.03
  const greyHaze = random() < 0.3 ? between(random, 0, 0.12) : 0
  const [ground, grey] = [new Float32Array(count), new Float32Array(count)]
  for (let i = 0; i < count; i++) {
    const [x, y] = [i % size.width, Math.floor(i / size.width)]
    const kind = layout.groundAt(x, y)
    if (kind === 'lumen') continue
    const cloud = haze(x / (2 * diameter), y / (2 * diameter))
    const thread = kind === 'stroma' ? fibres(x / (0.25 * diameter), y / (0.25 * diameter)) : 0.4
    ground[i] = blueHaze * cloud + fibreStrength * thread
    dab[i] = (dab[i] ?? 0) + brownHaze * cloud * smoothStep(0.3, 0.8, spots(x / diameter, y / diameter))
    grey[i] = greyHaze * thread
  }
  const focus = between(random, 0.3, 1.2) * (diameter / 24)
  const density: Section['density'] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)]
  const sharp = hematoxylin.map((value, i) => value + (ground[i] ?? 0))
  addStain(density, gaussian(sharp, size, focus), variedStain(random, STAINS.hematoxylin, 0.06))
  addStain(density, gaussian(dab, size, focus), variedStain(random, STAINS.dab, 0.06))
  addStain(density, grey, variedStain(random, STAINS.grey, 0.15))
  return { ...size, density, labels }
}

/** Brown grains and smears that are no nuclei: much smaller ones, with ragged borders. */
function drawDebris(random: Random, dab: Float32Array, size: Size, diameter: number): void {
  if (random() < 0.4) return
  const pieces = Math.floor(random() * 12)
  const kind = { diameter: diameter * 0.22, spread: 0.4, elongation: 3, room: 0, irregularity: 2 }
  for (let piece = 0; piece < pieces; piece++) {
    const [x, y, angle] = [random() * size.width, random() * size.height, random() * Math.PI]
    const amount = between(random, 0.1, 0.9)
    eachPixel(drawShape(random, kind, x, y, angle), size, (i) => {
      dab[i] = (dab[i] ?? 0) + amount
    })
  }
}
