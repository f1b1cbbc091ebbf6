import { distanceTransform } from '../../analysis/operators/distance-transform.ts'
import { gaussian } from '../../analysis/operators/gaussian.ts'
import type { Size } from '../../analysis/operators/size.ts'
import { between, type Random } from '../random.ts'
import { drawChromatin, drawStyle } from './chromatin.ts'
import { drawLayout, type Layout } from './layout.ts'
import { fibreNoise, fractalNoise, smoothStep } from './noise.ts'
import { drawShape, eachPixel } from './nuclei.ts'
import { addStain, type Section, STAINS, variedStain } from './section.ts'

const { abs, exp, log, max } = Math

/** Nuclear hematoxylin by pixel, and labels. */
function drawNuclei(random: Random, layout: Layout) {
  const { width, height, diameter, nuclei } = layout
  const [amount, labels] = [new Float32Array(width * height), new Int32Array(width * height)]
  const style = drawStyle(random)
  const clump = diameter * between(random, 0.07, 0.16)
  const noise = fractalNoise(random, 2)
  const grain = (x: number, y: number) => noise(x / clump, y / clump)
  const darkness = exp(between(random, log(0.35), log(1.5)))
  for (const [index, shape] of nuclei.entries()) {
    const chromatin = drawChromatin(random, style, grain, [shape.x, shape.y], (shape.a + shape.b) / 2)
    eachPixel(shape, layout, (i, depth) => {
      const covered = labels[i] ? 0.4 : 1
      if (!labels[i]) labels[i] = index + 1
      const fade = 1 - 0.5 * smoothStep(0.88, 1, depth)
      amount[i] = (amount[i] ?? 0) + covered * fade * darkness * chromatin(i % width, Math.floor(i / width), depth)
    })
  }
  return { amount, labels, darkness }
}

/**
 * A section stained with hematoxylin and eosin: cells with pink to purple cytoplasm and gaps between them, fibres of
 * stroma, red cells without nucleus, empty lumina. Cytoplasm takes up hematoxylin too, up to two thirds as much as nuclei do.
 */
export function drawHE(random: Random, size: Size, diameter: number): Section {
  const layout = drawLayout(random, size, diameter)
  const { width, height } = size
  const count = width * height
  const nuclei = drawNuclei(random, layout)
  const toNucleus = distanceTransform(
    Uint8Array.from(nuclei.labels, (label) => (label ? 0 : 1)),
    size,
  )
  const cellReach = diameter * between(random, 0.25, 1.1)
  const cohesion = random()
  const [granules, clouds] = [fractalNoise(random, 3), fractalNoise(random, 2)]
  const fibres = fibreNoise(random, layout.fibreAngle)
  const fibreWidth = diameter * between(random, 0.12, 0.35)
  const pink = between(random, 0.15, 0.8)
  const basophilia = random() < 0.6 ? between(random, 0.1, 0.65) : between(random, 0, 0.1)
  const roughness = between(random, 0.1, 0.9)
  const [lump, lumpiness] = [diameter * between(random, 0.4, 1.2), random() < 0.5 ? between(random, 0.2, 1) : 0]
  const retraction = random() < 0.35 ? between(random, 0.3, 1) : 0
  const raggedness = between(random, 0.3, 1)
  const cracks = random() < 0.5 ? between(random, 0.015, 0.06) : 0
  const grain = diameter * between(random, 0.08, 0.25)
  const [eosin, haze] = [new Float32Array(count), new Float32Array(count)]
  for (let i = 0; i < count; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    const kind = layout.groundAt(x, y)
    const away = toNucleus[i] ?? 0
    const cloud = clouds(x / (3 * diameter), y / (3 * diameter))
    const uneven = clouds(x / (0.7 * diameter) + 9, y / (0.7 * diameter)) - 0.5
    const border = cellReach * max(0.1, 1 + 2.5 * raggedness * uneven)
    const shrunk = 1 - retraction * (1 - smoothStep(0, 0.12 * diameter, away))
    const cell = (1 - smoothStep(border * 0.8, border * 1.15, away)) * shrunk
    const crack = cracks
      ? smoothStep(cracks * 0.5, cracks, abs(clouds(x / (2 * diameter) + 40, y / (2 * diameter)) - 0.5))
      : 1
    const clump = smoothStep(0.4, 0.65, granules(x / lump, y / lump + 30)) - 0.5
    const texture = max(0.1, 1 + roughness * (granules(x / grain, y / grain) - 0.5) + lumpiness * clump)
    const thread = smoothStep(0.25, 0.75, fibres(x / fibreWidth, y / fibreWidth))
    const ground = { epithelium: cohesion, infiltrate: cohesion * 0.5, stroma: 0.3 + 0.7 * thread, lumen: 0 }[kind]
    const body = max(
      kind === 'stroma' ? 0.2 * cell : cell,
      ground * shrunk * (0.5 + cloud) * (kind === 'stroma' ? 1 : crack),
    )
    eosin[i] = pink * body * texture * (kind === 'stroma' ? 1.2 : 1)
    haze[i] =
      kind === 'stroma' ? 0.15 * basophilia * body : basophilia * nuclei.darkness * body * texture * (0.6 + 0.8 * cloud)
  }
  // In a nucleus there is no cytoplasm, save what lies above and below it.
  const above = between(random, 0.2, 1)
  for (let i = 0; i < count; i++) {
    if (!nuclei.labels[i]) continue
    eosin[i] = (eosin[i] ?? 0) * above
    haze[i] = (haze[i] ?? 0) * above
  }
  if (random() < 0.7) drawEmptyCells(random, [eosin, haze], [pink, basophilia * nuclei.darkness], nuclei.labels, layout)
  if (random() < 0.4) drawRedCells(random, eosin, nuclei.labels, layout)

  const focus = between(random, 0.3, 1.1) * (diameter / 24)
  const density: Section['density'] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)]
  const blue = nuclei.amount.map((value, i) => value + (haze[i] ?? 0))
  addStain(density, gaussian(blue, size, focus), variedStain(random, STAINS.hematoxylin, 0.08))
  addStain(density, gaussian(eosin, size, focus), variedStain(random, STAINS.eosin, 0.1))
  return { ...size, density, labels: nuclei.labels }
}

/** Even, round, bright: as large as small nuclei, and none. */
function drawRedCells(random: Random, eosin: Float32Array, labels: Int32Array, layout: Layout): void {
  const { width, height, diameter } = layout
  const kind = { diameter: diameter * 0.75, spread: 0.08, elongation: 1.3, room: 0.5, irregularity: 0.2 }
  const [amount, groups] = [between(random, 0.4, 1.1), 1 + Math.floor(random() * 4)]
  for (let group = 0; group < groups; group++) {
    const [x, y] = [random() * width, random() * height]
    for (let cell = 0; cell < 12; cell++) {
      const place = () => between(random, -2.5, 2.5) * diameter
      eachPixel(drawShape(random, kind, x + place(), y + place(), 0), layout, (i, depth) => {
        if (!labels[i]) eosin[i] = max(eosin[i] ?? 0, amount * (0.7 + 0.3 * depth))
      })
    }
  }
}

/** Cytoplasm of cells whose nucleus lies above or below: ragged, as large as nuclei or larger, as dark as cytoplasm gets. */
function drawEmptyCells(
  random: Random,
  planes: readonly Float32Array[],
  amounts: readonly number[],
  labels: Int32Array,
  layout: Layout,
): void {
  const { width, height, diameter } = layout
  const count = Math.round(between(random, 0.03, 0.3) * ((width * height) / diameter ** 2))
  const kind = {
    diameter: diameter * 0.9,
    spread: 0.35,
    elongation: 2.2,
    room: 0.5,
    irregularity: between(random, 1, 3),
  }
  const grain = fractalNoise(random, 3)
  const unit = diameter * between(random, 0.15, 0.5)
  for (let cell = 0; cell < count; cell++) {
    const shape = drawShape(random, kind, random() * width, random() * height, random() * Math.PI)
    const strength = between(random, 0.5, 1.3)
    eachPixel(shape, layout, (i, depth) => {
      if (labels[i]) return
      const texture = 0.5 + grain((i % width) / unit, Math.floor(i / width) / unit)
      const amount = strength * texture * (1 - smoothStep(0.8, 1, depth))
      for (const [stain, plane] of planes.entries()) plane[i] = max(plane[i] ?? 0, amount * (amounts[stain] ?? 0))
    })
  }
}
