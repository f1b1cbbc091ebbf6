import { createOutline, moveTo, type Outline, visit } from './outline.ts'
import type { Random } from './random.ts'
import type { StainVector } from './stains.ts'

const { PI, cos, max, round, sin } = Math

export interface HDabFieldOptions {
  seed: number
  /** Pixels. */
  width: number
  height: number
  /** Exact number of nuclei. */
  nuclei: number
  /** Share of them that carry DAB, 0 to 1; rounded to whole nuclei. */
  positiveShare: number
  /** Share of the nuclei that lie against an earlier one, 0 to 1. */
  touching: number
  /** Mean radius of a nucleus, pixels. */
  meanRadius: number
  /** Standard deviation of the camera's noise, grey levels. */
  grain: number
  /** Colours of the two stains; those of other reagents, or of another scanner. */
  stains: Readonly<Record<'hematoxylin' | 'dab', StainVector>>
}

/** One nucleus: where it lies and how it is stained. Stains in optical density at medium structure. */
export interface PlacedNucleus {
  outline: Outline
  positive: boolean
  hematoxylin: number
  dab: number
  /** Pale with a dark rim and nucleoli, as of many tumour cells. */
  vesicular: boolean
  /** Strength of the chromatin's clumps, 0 to 1. */
  clumping: number
}

/** A kind of cell in a tumour section, with its share of them. */
interface Kind {
  share: number
  /** Radius over the mean, and its spread. */
  size: number
  spread: number
  roundness: readonly [number, number]
  lumpiness: number
  vesicular: boolean
  stain: readonly [number, number]
}

const TUMOUR: Kind = {
  share: 0.7,
  size: 1.08,
  spread: 0.16,
  roundness: [0.62, 0.98],
  lumpiness: 0.07,
  vesicular: true,
  stain: [0.28, 0.5],
}
const LYMPHOCYTE: Kind = {
  share: 0.18,
  size: 0.72,
  spread: 0.1,
  roundness: [0.82, 1],
  lumpiness: 0.04,
  vesicular: false,
  stain: [0.5, 0.8],
}
const FIBROBLAST: Kind = {
  share: 0.12,
  size: 0.82,
  spread: 0.12,
  roundness: [0.38, 0.5],
  lumpiness: 0.04,
  vesicular: false,
  stain: [0.4, 0.65],
}

function drawKind(random: Random): Kind {
  const choice = random.next()
  if (choice < TUMOUR.share) return TUMOUR
  return choice < TUMOUR.share + LYMPHOCYTE.share ? LYMPHOCYTE : FIBROBLAST
}

/**
 * Range of DAB of positive nuclei, optical density: weak, moderate and strong equally often, and none near the
 * threshold of 0.15.
 */
const DAB_RANGE = [0.26, 1] as const
const MAX_ATTEMPTS = 4000
/** Minimum visible share of a nucleus under another one. */
const LEAST_VISIBLE = 0.85

function createNucleus(settings: HDabFieldOptions, random: Random, positive: boolean): PlacedNucleus {
  const kind = drawKind(random)
  const outline = createOutline(random, 0, 0, {
    radius: settings.meanRadius * kind.size * max(0.6, random.normal(1, kind.spread)),
    roundness: random.between(...kind.roundness),
    direction: random.between(0, PI),
    lumpiness: kind.lumpiness,
  })
  const counterstain = random.between(...kind.stain)
  return {
    outline,
    positive,
    hematoxylin: positive ? counterstain * random.between(0.2, 0.5) : counterstain,
    dab: positive ? DAB_RANGE[0] + (DAB_RANGE[1] - DAB_RANGE[0]) * random.next() ** 1.4 : random.between(0, 0.035),
    vesicular: kind.vesicular,
    clumping: random.between(0.35, 0.75),
  }
}

/** A random position, or one in which the border just touches that of an earlier nucleus. */
function propose(
  outline: Outline,
  neighbour: Outline | undefined,
  settings: HDabFieldOptions,
  random: Random,
): Outline {
  if (!neighbour) return moveTo(outline, random.between(0, settings.width - 1), random.between(0, settings.height - 1))
  const angle = random.between(0, 2 * PI)
  const gap = (neighbour.radiusAt(angle) + outline.radiusAt(angle + PI)) * random.between(0.9, 1.02)
  return moveTo(outline, neighbour.x + gap * cos(angle), neighbour.y + gap * sin(angle))
}

/**
 * Puts exactly `nuclei` nuclei into the field, `touching` of them against another; later ones lie over earlier ones.
 * @throws RangeError when they do not fit
 */
export function placeNuclei(
  settings: HDabFieldOptions,
  random: Random,
): { nuclei: PlacedNucleus[]; labels: Int32Array } {
  const { width, height } = settings
  const labels = new Int32Array(width * height)
  const nuclei: PlacedNucleus[] = []
  const full = [0]
  const visible = [0]
  const positives = round(settings.nuclei * settings.positiveShare)

  const place = (nucleus: PlacedNucleus, outline: Outline, apart: boolean): boolean => {
    const inFrame = outline.x >= 0 && outline.y >= 0 && outline.x <= width - 1 && outline.y <= height - 1
    if (!inFrame) return false
    const covered = new Map<number, number>()
    const pixels: number[] = []
    let crowded = false
    visit(outline, width, height, apart ? 2.5 : 0, (index, depth) => {
      const label = labels[index] ?? 0
      if (depth > 0) pixels.push(index)
      if (label > 0 && apart) crowded = true
      if (label > 0 && depth > 0) covered.set(label, (covered.get(label) ?? 0) + 1)
    })
    const hidden = [...covered.values()].reduce((sum, count) => sum + count, 0)
    if (crowded || pixels.length < 30 || hidden > (1 - LEAST_VISIBLE) * pixels.length) return false
    for (const [label, count] of covered) {
      if ((visible[label] ?? 0) - count < LEAST_VISIBLE * (full[label] ?? 0)) return false
    }
    for (const [label, count] of covered) visible[label] = (visible[label] ?? 0) - count
    for (const index of pixels) labels[index] = nuclei.length + 1
    full.push(pixels.length)
    visible.push(pixels.length)
    nuclei.push({ ...nucleus, outline })
    return true
  }

  while (nuclei.length < settings.nuclei) {
    // Drawing "k of the n left" keeps the number of positives exact and their order random.
    const positivesLeft = positives - nuclei.filter((nucleus) => nucleus.positive).length
    const positive = random.next() * (settings.nuclei - nuclei.length) < positivesLeft
    const touching = nuclei.length > 0 && random.next() < settings.touching
    const nucleus = createNucleus(settings, random, positive)
    let attempts = 0
    let placed = false
    while (!placed && attempts++ < MAX_ATTEMPTS) {
      const neighbour = touching ? nuclei[random.integer(nuclei.length)]?.outline : undefined
      // When the field is nearly full and no free position is found, neighbours may touch.
      placed = place(nucleus, propose(nucleus.outline, neighbour, settings, random), !touching && attempts < 500)
    }
    if (!placed) throw new RangeError(`${width} × ${height} pixels are too few for ${settings.nuclei} nuclei`)
  }
  return { nuclei, labels }
}
