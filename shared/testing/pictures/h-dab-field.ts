import type { RgbPicture } from './encode.ts'
import { type HDabFieldOptions, type PlacedNucleus, placeNuclei } from './h-dab-layout.ts'
import { drawFractal } from './noise.ts'
import { ringOf, scaled, visit } from './outline.ts'
import { blur, createPlane, type Plane, planeOf } from './plane.ts'
import { createRandom, type Random } from './random.ts'
import { mixStains, STAINS } from './stains.ts'

const { exp, floor, max, min } = Math

export interface KnownObject {
  /** Its value in the label picture, from 1. */
  no: number
  positive: boolean
  /** Pixels that show it (less than its outline where a neighbour covers it or the picture ends). */
  area: number
  /** Mean of the pixels that show it, pixels. */
  centroid: [x: number, y: number]
  /** Closed ring of its outline, pixels; may reach beyond the picture. */
  polygon: [number, number][]
  /** Mean stain over the pixels that show it, optical density, before noise. */
  dabOd: number
  hematoxylinOd: number
}

export interface HDabField extends RgbPicture {
  /** 0 is background, else the number of the object. */
  labels: Int32Array
  objects: KnownObject[]
}

const DEFAULTS: HDabFieldOptions = {
  seed: 1,
  width: 512,
  height: 512,
  nuclei: 140,
  positiveShare: 0.4,
  touching: 0.35,
  meanRadius: 10,
  grain: 2,
  stains: STAINS,
}

const smoothstep = (from: number, to: number, value: number) => {
  const t = min(1, max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

/** Cytoplasm and stroma: faint stain that follows the tissue, and clear glass where there is none. */
function paintTissue(hematoxylin: Plane, dab: Plane, nuclei: PlacedNucleus[], random: Random): void {
  const { width, height } = hematoxylin
  const stroma = drawFractal(random, 4)
  const fibres = drawFractal(random, 4)
  const haze = drawFractal(random, 4)
  const cytoplasm = createPlane(width, height)
  for (const { outline } of nuclei) {
    visit(scaled(outline, 1.7), width, height, 0, (index, _depth, share) => {
      cytoplasm.data[index] = max(cytoplasm.data[index] ?? 0, 1 - smoothstep(0.55, 1, share))
    })
  }
  blur(cytoplasm, 2)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const tissue = smoothstep(-0.35, 0.05, stroma(x / 170, y / 170))
      const bend = 26 * haze(x / 210, y / 210)
      const strands = 0.5 + 0.5 * fibres((x + bend) / 46, (y + 2.2 * bend) / 9)
      const body = cytoplasm.data[i] ?? 0
      const speckle = 1 + 0.4 * haze(x / 7, y / 7)
      hematoxylin.data[i] = tissue * (0.02 + 0.07 * strands) + body * 0.06 * speckle
      dab.data[i] = tissue * (0.012 + 0.016 * strands) + body * 0.03 * speckle
    }
  }
}

/** Chromatin: clumps, a darker rim, and in large pale nuclei a nucleolus or two. */
function paintNucleus(hematoxylin: Plane, dab: Plane, nucleus: PlacedNucleus, random: Random): void {
  const { width, height } = hematoxylin
  const { outline } = nucleus
  const clumps = drawFractal(random, 3)
  const grainSize = max(2, outline.reach * 0.22)
  const nucleoli = Array.from({ length: nucleus.vesicular ? 1 + random.integer(2) : 0 }, () => ({
    x: outline.x + random.normal(0, outline.reach * 0.22),
    y: outline.y + random.normal(0, outline.reach * 0.22),
    size: outline.reach * random.between(0.09, 0.14),
  }))
  visit(outline, width, height, 1, (index, depth, share) => {
    const x = index % width
    const y = floor(index / width)
    const inside = smoothstep(-0.7, 0.7, depth)
    const chromatin = 1 + nucleus.clumping * clumps(x / grainSize, y / grainSize)
    const rim = 1 + (nucleus.vesicular ? 0.3 : 0.1) * (smoothstep(0.6, 0.95, share) - 0.5)
    let spots = 0
    for (const spot of nucleoli) spots += 0.6 * exp(-((x - spot.x) ** 2 + (y - spot.y) ** 2) / (2 * spot.size ** 2))
    const structure = inside * max(0.2, chromatin * rim + spots)
    hematoxylin.data[index] = (hematoxylin.data[index] ?? 0) + nucleus.hematoxylin * structure
    dab.data[index] = (dab.data[index] ?? 0) + nucleus.dab * structure
  })
}

function measure(
  field: { labels: Int32Array; hematoxylin: Plane; dab: Plane },
  nuclei: PlacedNucleus[],
): KnownObject[] {
  const { width } = field.dab
  const sums = nuclei.map(() => ({ area: 0, x: 0, y: 0, dab: 0, hematoxylin: 0 }))
  field.labels.forEach((label, index) => {
    const sum = sums[label - 1]
    if (!sum) return
    sum.area += 1
    sum.x += index % width
    sum.y += floor(index / width)
    sum.dab += field.dab.data[index] ?? 0
    sum.hematoxylin += field.hematoxylin.data[index] ?? 0
  })
  return nuclei.flatMap((nucleus, i) => {
    const sum = sums[i]
    if (!sum) return []
    return {
      no: i + 1,
      positive: nucleus.positive,
      area: sum.area,
      centroid: [sum.x / sum.area, sum.y / sum.area] satisfies [number, number],
      polygon: ringOf(nucleus.outline),
      dabOd: sum.dab / sum.area,
      hematoxylinOd: sum.hematoxylin / sum.area,
    }
  })
}

/**
 * A field of an immunohistochemical section: hematoxylin-blue and DAB-brown nuclei, mixed by the law of Beer and
 * Lambert with the vectors of Ruifrok and Johnston (2001), with the blur of a lens and the noise of a camera. All
 * objects are known exactly.
 * @throws RangeError when the field is too small for the number of nuclei
 */
export function hDabField(options: Partial<HDabFieldOptions> = {}): HDabField {
  const settings = { ...DEFAULTS, ...options }
  const { width, height } = settings
  const random = createRandom(settings.seed)
  const { nuclei, labels } = placeNuclei(settings, random)

  const hematoxylin = createPlane(width, height)
  const dab = createPlane(width, height)
  paintTissue(hematoxylin, dab, nuclei, random)
  for (const nucleus of nuclei) paintNucleus(hematoxylin, dab, nucleus, random)
  blur(hematoxylin, 0.9)
  blur(dab, 0.9)

  const shade = drawFractal(random, 2)
  const unevenness = planeOf(width, height, (x, y) => {
    const fall = ((x / width - 0.55) ** 2 + (y / height - 0.45) ** 2) * 0.07
    return 1 - fall + 0.012 * shade((x / width) * 2, (y / height) * 2)
  })
  const white = [243, 242, 240]
  const data = mixStains(
    [
      { stain: settings.stains.hematoxylin, amount: hematoxylin },
      { stain: settings.stains.dab, amount: dab },
    ],
    (index, channel) => (white[channel] ?? 255) * (unevenness.data[index] ?? 1),
    () => random.normal(0, settings.grain),
  )
  return { width, height, data, labels, objects: measure({ labels, hematoxylin, dab }, nuclei) }
}
