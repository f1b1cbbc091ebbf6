import type { Size } from '../../analysis/operators/size.ts'
import type { Field } from '../dataset/field.ts'
import { describeObjects, type Objects } from '../dataset/objects.ts'
import { between, type Random } from '../random.ts'
import { elasticDisplacement } from './elastic.ts'

const { abs, cos, exp, floor, log2, max, min, PI, sin } = Math

interface Level extends Size {
  planes: readonly Uint8Array[]
}

/** A field prepared for sampling at any scale. */
export interface SampledField extends Field {
  objects: Objects
  /** The field, and it halved again and again: sampling from the right one does not alias. */
  pyramid: readonly Level[]
}

function halve({ width, height, planes }: Level): Level {
  const [w, h] = [width >> 1, height >> 1]
  const half = planes.map((plane) => {
    const result = new Uint8Array(w * h)
    for (let y = 0; y < h; y++) {
      for (let x = 0; x < w; x++) {
        const i = 2 * y * width + 2 * x
        const sum = (plane[i] ?? 0) + (plane[i + 1] ?? 0) + (plane[i + width] ?? 0) + (plane[i + width + 1] ?? 0)
        result[y * w + x] = (sum + 2) >> 2
      }
    }
    return result
  })
  return { width: w, height: h, planes: half }
}

/** Measures the objects of a field and halves it twice, once before a training. */
export function prepareField(field: Field): SampledField {
  const half = halve(field)
  return { ...field, objects: describeObjects(field.labels, field), pyramid: [field, half, halve(half)] }
}

/** A square part of a field, turned, mirrored and scaled. */
export interface Patch {
  side: number
  kind: Field['kind']
  /** Light or signal, 0 to 1 (see `levelsOf`), by channel. */
  planes: Float32Array[]
  labels: Uint16Array
  /** 0 to 1. */
  depth: Float32Array
  /** log₂ of the object's diameter over the network's; 0 outside. */
  size: Float32Array
  /** Diameter of a typical object of the field in this patch, pixels. */
  typicalDiameter: number
}

/** Further variation of fluorescence fields, as shares of the patches, 0 to 1. Stained fields know nothing of it. */
export interface Diversity {
  /** Of the patches that are varied so at all: the others are as without it. */
  share: number
  /** Of those: shares that are deformed, and that get nuclei of other places. */
  elastic: number
  pasted: number
}

export interface Sampling {
  side: number
  /** Of a typical object in the patch, pixels, before it is varied. */
  diameter: number
  /** Scales vary evenly by ratio between e^−scale and e^scale. */
  scale: number
  /** A share of the patches varies by this instead: the size head learns to tell scales that are far off. */
  wide?: { share: number; scale: number }
  /** Patches are drawn out in one direction by up to e^stretch, and pressed as much in the other. */
  stretch?: number
  /** Share of stained patches whose stains stay as they are, but for their strengths. */
  plain?: number
  diversity?: Diversity
}

/** Share of patches that are placed at an object: elsewhere there may be nothing. */
const AT_OBJECT = 0.75
/** Share of varied patches that are moved inside of their field. */
const INSIDE = 0.6
/** Of a field without objects, pixels: those of the data sets have nuclei of about this diameter. */
const USUAL_DIAMETER = 24

/** Reflects a coordinate at the borders of [0, length). */
const mirrored = (value: number, length: number): number => {
  if (value >= 0 && value < length) return value
  const period = 2 * length - 2 || 1
  const place = abs(value) % period
  return place < length ? place : period - place
}

/**
 * Draws a patch of a field: its scale so that typical objects have the wanted diameter, times a random factor; turned, mirrored, usually near an
 * object. Beyond its borders the field is reflected.
 * @param isVaried whether most patches are moved inside, where fewer nuclei have their mirror image beside them
 * @param isElastic whether it is deformed too (see elastic.ts)
 */
export function samplePatch(
  random: Random,
  field: SampledField,
  sampling: Sampling,
  isVaried = false,
  isElastic = false,
): Patch {
  const { side, diameter, wide, stretch = 0 } = sampling
  const { objects, width, height, labels: fieldLabels } = field
  const scale = wide && random() < wide.share ? wide.scale : sampling.scale
  const typical = objects.diameter || USUAL_DIAMETER
  const step = (typical / diameter) * exp(between(random, -scale, scale))
  const longer = exp(between(random, -stretch, stretch))
  const turned = random() < 0.5 ? 0 : between(random, -0.4, 0.4)
  const angle = floor(random() * 4) * (PI / 2) + turned
  const flip = random() < 0.5 ? -1 : 1
  const [c, s] = [cos(angle) * step, sin(angle) * step]
  let [x0, y0] = [random() * width, random() * height]
  if (objects.firstPixels.length > 0 && random() < AT_OBJECT) {
    const pixel = objects.firstPixels[floor(random() * objects.firstPixels.length)] ?? 0
    const away = () => between(random, -0.4, 0.4) * side * step
    ;[x0, y0] = [(pixel % width) + away(), floor(pixel / width) + away()]
  }
  if (isVaried && random() < INSIDE) {
    // Of a field that is large enough, that is.
    const half = (side / 2) * step * exp(abs(Math.log(longer))) * (abs(cos(angle)) + abs(sin(angle)))
    if (2 * half < width) x0 = max(half, min(width - half, x0))
    if (2 * half < height) y0 = max(half, min(height - half, y0))
  }
  const pixels = side * side
  const depth = new Float32Array(pixels)
  const size = new Float32Array(pixels)
  const labels = new Uint16Array(pixels)
  const planes = field.planes.map(() => new Float32Array(pixels))
  const level = max(0, min(field.pyramid.length - 1, floor(log2(step) + 0.3)))
  const source = field.pyramid[level] ?? field
  const shrink = 2 ** level
  const displacement = isElastic ? elasticDisplacement(random, side) : null

  const { width: sourceWidth, height: sourceHeight } = source
  const { diameters, depth: fieldDepth } = objects
  for (let v = 0, i = 0; v < side; v++) {
    for (let u = 0; u < side; u++, i++) {
      const du = displacement?.u[i] ?? 0
      const dv = displacement?.v[i] ?? 0
      const pu = (u + du - side / 2 + 0.5) * flip * longer
      const pv = (v + dv - side / 2 + 0.5) / longer
      const x = x0 + c * pu - s * pv
      const y = y0 + s * pu + c * pv
      const nearest = mirrored(Math.round(y), height) * width + mirrored(Math.round(x), width)
      const label = fieldLabels[nearest] ?? 0
      labels[i] = label
      if (label) {
        depth[i] = (fieldDepth[nearest] ?? 0) / 255
        size[i] = log2((diameters[label] ?? 1) / (step * diameter))
      }
      const fx = (x + 0.5) / shrink - 0.5
      const fy = (y + 0.5) / shrink - 0.5
      const left = floor(fx)
      const top = floor(fy)
      const a = fx - left
      const b = fy - top
      const l = mirrored(left, sourceWidth)
      const r = mirrored(left + 1, sourceWidth)
      const above = mirrored(top, sourceHeight) * sourceWidth
      const below = mirrored(top + 1, sourceHeight) * sourceWidth
      for (let channel = 0; channel < planes.length; channel++) {
        const target = planes[channel]
        const plane = source.planes[channel]
        const levels = field.levels[channel]
        if (!target || !plane || !levels) continue
        const first = (plane[above + l] ?? 0) * (1 - a) + (plane[above + r] ?? 0) * a
        const second = (plane[below + l] ?? 0) * (1 - a) + (plane[below + r] ?? 0) * a
        target[i] = (first * (1 - b) + second * b - levels.low) / (levels.high - levels.low)
      }
    }
  }
  return { side, kind: field.kind, planes, labels, depth, size, typicalDiameter: typical / step }
}
