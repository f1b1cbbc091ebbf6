import { distanceTransform } from '../../analysis/operators/distance-transform.ts'
import type { Size } from '../../analysis/operators/size.ts'

const { max, PI, sqrt } = Math

/** Measures of the objects of a label plane, for training. */
export interface Objects {
  /** By label; 0: there is none. Diameter of the disc of the same area, pixels. */
  diameters: Float32Array
  /** Labels that exist. */
  present: Uint16Array
  /** One pixel of each of them: its first in reading order. */
  firstPixels: Uint32Array
  /** Median diameter, weighted by area so that debris hardly counts; 0 without objects. */
  diameter: number
  /** Distance to the object's border over the largest one in the object, in 255ths; 0 outside. */
  depth: Uint8Array
}

/** Median of the diameters, each weighted by its area; 0 for none. */
export function typicalDiameter(diameters: readonly number[]): number {
  const sorted = diameters.filter((diameter) => diameter > 0).sort((a, b) => a - b)
  const half = sorted.reduce((sum, diameter) => sum + diameter ** 2, 0) / 2
  let area = 0
  for (const diameter of sorted) {
    area += diameter ** 2
    if (area >= half) return diameter
  }
  return 0
}

/** Measures the objects of a plane of labels. @param labels 0 background */
export function describeObjects(labels: Uint16Array, size: Size): Objects {
  const { width } = size
  const count = labels.reduce((most, label) => max(most, label), 0) + 1
  const [areas, highest] = [new Uint32Array(count), new Float32Array(count)]
  const first = new Map<number, number>()
  // Objects that touch are parted, so that the distance falls between them.
  const inner = Uint8Array.from(labels, (label, i) => {
    const right = (i + 1) % width ? labels[i + 1] : label
    const below = labels[i + width] ?? label
    return label && (!right || right === label) && (!below || below === label) ? 1 : 0
  })
  const distance = distanceTransform(inner, size)
  labels.forEach((label, i) => {
    if (!label) return
    areas[label] = (areas[label] ?? 0) + 1
    highest[label] = max(highest[label] ?? 0, distance[i] ?? 0)
    if (!first.has(label)) first.set(label, i)
  })
  const diameters = Float32Array.from(areas, (area) => sqrt((4 * area) / PI))
  return {
    diameters,
    present: Uint16Array.from(first.keys()),
    firstPixels: Uint32Array.from(first.values()),
    diameter: typicalDiameter([...diameters]),
    depth: Uint8Array.from(distance, (value, i) => {
      const label = labels[i] ?? 0
      return label ? (255 * value) / max(1, highest[label] ?? 1) : 0
    }),
  }
}
