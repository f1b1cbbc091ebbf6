import { gaussian } from '../../analysis/operators/gaussian.ts'
import type { Size } from '../../analysis/operators/size.ts'
import { describeObjects } from '../dataset/objects.ts'
import { between, normal, pick, type Random } from '../random.ts'
import type { Patch } from './sample-patch.ts'
import { medianOutside } from './signal.ts'

const { abs, cos, exp, floor, log2, max, min, PI, round, sin } = Math

/**
 * Copy and paste of objects (Ghiasi et al. 2021): whole nuclei of one patch are put into another, alone or against nuclei that are there,
 * so that clumps are seen that no field has, and dim beside bright ones.
 */

/** How many are tried at most; places tried for each. */
const MOST_OBJECTS = 14
const PLACES = 6
/** Share of the objects that are put at another one. */
const AT_ANOTHER = 0.6
/** Largest share of an object that may be covered, and of the new one that may cover. */
const MOST_COVERED = 0.25
/** Areas that differ by more from what the size says belong to objects that the patch cuts, or that are mirrored at a border. */
const AREA_TOLERANCE = 0.15
/** Smaller objects are specks, pixels of area. */
const LEAST_AREA = 40

interface Shape {
  /** Indices of its pixels in its patch. */
  pixels: number[]
  isWhole: boolean
}

/** Objects by label. @param diameter that sizes are relative to, pixels */
function shapesOf({ labels, size }: Patch, diameter: number): Map<number, Shape> {
  const shapes = new Map<number, Shape>()
  labels.forEach((label, i) => {
    if (!label) return
    const known = shapes.get(label)
    if (known) known.pixels.push(i)
    else shapes.set(label, { pixels: [i], isWhole: false })
  })
  for (const shape of shapes.values()) {
    const expected = (PI / 4) * (diameter * 2 ** (size[shape.pixels[0] ?? 0] ?? 0)) ** 2
    shape.isWhole = abs(shape.pixels.length / expected - 1) < AREA_TOLERANCE
  }
  return shapes
}

/** How far the soft border of an object reaches, pixels. */
const REACH = 4

interface Cover extends Size {
  left: number
  top: number
  /** How much of a pixel's signal belongs to the object, 0 to 1. */
  amount: Float32Array
}

/** An object with a soft border, but nothing of its neighbours, and the part of the patch that holds it. */
function coverOf({ labels, side }: Patch, label: number, pixels: readonly number[]): Cover {
  let [left, right, top, bottom] = [side, 0, side, 0]
  for (const i of pixels) {
    ;[left, right] = [min(left, i % side), max(right, i % side)]
    ;[top, bottom] = [min(top, floor(i / side)), max(bottom, floor(i / side))]
  }
  ;[left, right] = [max(0, left - REACH), min(side - 1, right + REACH)]
  ;[top, bottom] = [max(0, top - REACH), min(side - 1, bottom + REACH)]
  const size = { width: right - left + 1, height: bottom - top + 1 }
  const placeOf = (i: number) => (top + floor(i / size.width)) * side + left + (i % size.width)
  const wide = Float32Array.from({ length: size.width * size.height }, (_, i) => {
    const place = placeOf(i)
    const at = labels[place] ?? 0
    if (at) return at === label ? 1 : 0
    return labels[place - 1] === label ||
      labels[place + 1] === label ||
      labels[place - side] === label ||
      labels[place + side] === label
      ? 1
      : 0
  })
  const amount = gaussian(wide, size, 1).map((value, i) => {
    const at = labels[placeOf(i)] ?? 0
    return at && at !== label ? 0 : value
  })
  return { ...size, left, top, amount }
}

/**
 * Puts nuclei of a patch into another one, in place. Signals add up, as light does, or the higher one is taken. What is covered belongs to
 * the new one; depth and size of covered objects are those of what is left of them.
 * @param diameters that the sizes of both patches are relative to, pixels
 */
export function pasteObjects(
  random: Random,
  patch: Patch,
  donor: Patch,
  { patch: diameter, donor: donorDiameter }: { patch: number; donor: number },
): void {
  const { side, labels, depth, size } = patch
  const [plane, source] = [patch.planes[0], donor.planes[0]]
  const shapes = shapesOf(patch, diameter)
  const candidates = [...shapesOf(donor, donorDiameter)].filter(
    ([, { isWhole, pixels }]) => isWhole && pixels.length >= LEAST_AREA,
  )
  const [first, ...others] = candidates
  if (!plane || !source || !first) return
  const ground = medianOutside(source, donor.labels)
  const adds = random() < 0.5
  const brightness = exp(0.3 * normal(random))
  const changed = new Set<number>()
  let next = 1 + labels.reduce((most, label) => max(most, label), 0)

  for (let count = floor(random() * MOST_OBJECTS) + 1; count > 0; count--) {
    const [donorLabel, { pixels }] = pick(random, [first, ...others])
    const middle = pixels[pixels.length >> 1] ?? 0
    const [cx, cy] = [middle % donor.side, floor(middle / donor.side)]
    for (let attempt = 0; attempt < PLACES; attempt++) {
      const isAtAnother = random() < AT_ANOTHER && shapes.size > 0
      let [x, y] = [floor(random() * side), floor(random() * side)]
      if (isAtAnother) {
        const other = [...shapes.values()][floor(random() * shapes.size)]
        const pixel = other?.pixels[floor(random() * other.pixels.length)] ?? 0
        const [angle, away] = [2 * PI * random(), between(random, 0.5, 1.2) * Math.sqrt(pixels.length / PI)]
        x = (pixel % side) + round(cos(angle) * away)
        y = floor(pixel / side) + round(sin(angle) * away)
      }
      const [dx, dy] = [x - cx, y - cy]
      const placed: number[] = []
      const covered = new Map<number, number>()
      for (const from of pixels) {
        const [px, py] = [(from % donor.side) + dx, floor(from / donor.side) + dy]
        if (px < 0 || py < 0 || px >= side || py >= side) break
        const to = py * side + px
        placed.push(to)
        const label = labels[to] ?? 0
        if (label) covered.set(label, (covered.get(label) ?? 0) + 1)
      }
      if (placed.length < pixels.length) continue
      const sum = [...covered.values()].reduce((total, area) => total + area, 0)
      const isAllowed = [...covered].every(([label, area]) => {
        const shape = shapes.get(label)
        return shape?.isWhole === true && area <= MOST_COVERED * shape.pixels.length
      })
      if (!isAllowed || sum > MOST_COVERED * placed.length || (isAtAnother && sum === 0 && attempt < PLACES - 1))
        continue

      const cover = coverOf(donor, donorLabel, pixels)
      const gain = brightness * exp(0.25 * normal(random))
      for (let i = 0; i < cover.amount.length; i++) {
        const amount = cover.amount[i] ?? 0
        const [fromX, fromY] = [cover.left + (i % cover.width), cover.top + floor(i / cover.width)]
        const [px, py] = [fromX + dx, fromY + dy]
        if (amount < 0.02 || px < 0 || py < 0 || px >= side || py >= side) continue
        const to = py * side + px
        const before = plane[to] ?? 0
        const light = amount * gain * max(0, (source[fromY * donor.side + fromX] ?? 0) - ground)
        // The higher one: over the ground that is there, which is what is seen of it.
        plane[to] = adds || !labels[to] ? before + light : max(before, light)
      }
      for (const to of placed) labels[to] = next
      for (const label of covered.keys()) {
        changed.add(label)
        const shape = shapes.get(label)
        if (shape) shape.pixels = shape.pixels.filter((i) => labels[i] === label)
      }
      changed.add(next)
      shapes.set(next, { pixels: placed, isWhole: true })
      next += 1
      break
    }
  }
  if (changed.size === 0) return
  const objects = describeObjects(labels, { width: side, height: side })
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i] ?? 0
    if (!changed.has(label)) continue
    depth[i] = min(1, (objects.depth[i] ?? 0) / 255)
    size[i] = log2((objects.diameters[label] ?? diameter) / diameter)
  }
}

/** The middle of a patch. @param side of the result, pixels */
export function cropped(patch: Patch, side: number): Patch {
  const margin = (patch.side - side) >> 1
  const crop = <T extends Float32Array | Uint16Array>(plane: T, result: T): T => {
    for (let y = 0; y < side; y++) {
      const from = (y + margin) * patch.side + margin
      result.set(plane.subarray(from, from + side), y * side)
    }
    return result
  }
  const ofValues = (plane: Float32Array) => crop(plane, new Float32Array(side * side))
  return {
    ...patch,
    side,
    planes: patch.planes.map(ofValues),
    labels: crop(patch.labels, new Uint16Array(side * side)),
    depth: ofValues(patch.depth),
    size: ofValues(patch.size),
  }
}
