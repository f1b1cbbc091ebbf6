import { type RgbTriple, STAIN_VECTORS } from '../../analysis/operators/color-deconvolution.ts'
import type { Size } from '../../analysis/operators/size.ts'
import { normal, type Random } from '../random.ts'

const { hypot, max } = Math

/** A generated section before it is photographed: optical densities in red, green, blue, and what is where. */
export interface Section extends Size {
  density: readonly [Float32Array, Float32Array, Float32Array]
  /** 0 background, else the nucleus's number from 1. */
  labels: Int32Array
}

/** Unit vectors; eosin as printed by Ruifrok & Johnston 2001. */
export const STAINS = {
  hematoxylin: STAIN_VECTORS.hematoxylin,
  dab: STAIN_VECTORS.dab,
  eosin: [0.072, 0.99, 0.105],
  grey: [1, 1, 1],
} as const satisfies Record<string, RgbTriple>

/** A stain vector of unit length near the given one: stains differ by laboratory and scanner. */
export function variedStain(random: Random, [red, green, blue]: RgbTriple, deviation: number): RgbTriple {
  const length = hypot(red, green, blue)
  const vary = (part: number) => max(0.01, part / length + deviation * normal(random))
  const varied: RgbTriple = [vary(red), vary(green), vary(blue)]
  const norm = hypot(...varied)
  return [varied[0] / norm, varied[1] / norm, varied[2] / norm]
}

/** Adds an amount of stain per pixel to a section's densities. */
export function addStain(density: Section['density'], amount: Float32Array, stain: RgbTriple): void {
  for (const [channel, plane] of density.entries()) {
    const share = stain[channel] ?? 0
    for (let i = 0; i < plane.length; i++) plane[i] = (plane[i] ?? 0) + share * (amount[i] ?? 0)
  }
}
