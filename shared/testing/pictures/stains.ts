import type { Plane } from './plane.ts'

const { hypot, max, min, round } = Math

/** Optical density that one unit of a stain adds to red, green and blue; a unit vector. */
export type StainVector = readonly [red: number, green: number, blue: number]

const unit = ([red, green, blue]: StainVector): StainVector => {
  const length = hypot(red, green, blue)
  return [red / length, green / length, blue / length]
}

/**
 * Hematoxylin and DAB: Ruifrok & Johnston 2001, "Quantification of histochemical staining by color deconvolution".
 * Eosin: Macenko et al. 2009, "A method for normalizing histology slides"; theirs is nearer to the pink seen in
 * sections.
 */
export const STAINS = {
  hematoxylin: unit([0.65, 0.704, 0.286]),
  eosin: unit([0.216, 0.801, 0.558]),
  dab: unit([0.268, 0.57, 0.776]),
} as const

export interface StainLayer {
  stain: StainVector
  /** Amount of stain, optical density along the vector. */
  amount: Plane
}

const STEPS_PER_OD = 2048
const MAX_OD = 3

/** 255 · 10^−OD in steps of 1/2048: fine enough for 8 bits, and far faster than a power per pixel. */
export const TRANSMISSION = Float32Array.from(
  { length: MAX_OD * STEPS_PER_OD + 1 },
  (_, step) => 10 ** (-step / STEPS_PER_OD),
)

/** Share of light that passes an optical density ≥ 0. */
export const transmission = (od: number): number =>
  TRANSMISSION[min(MAX_OD * STEPS_PER_OD, max(0, round(od * STEPS_PER_OD)))] ?? 0

/**
 * Beer–Lambert: light passes all stains in turn, so their optical densities add.
 * @param light what reaches the camera without stain, grey levels for red, green, blue at pixel `index`
 * @param grain added to each sample before rounding, grey levels
 * @returns interleaved RGB
 */
export function mixStains(
  layers: readonly [StainLayer, ...StainLayer[]],
  light: (index: number, channel: number) => number,
  grain: () => number = () => 0,
): Uint8ClampedArray {
  const count = layers[0].amount.data.length
  const rgb = new Uint8ClampedArray(count * 3)
  for (let index = 0; index < count; index++) {
    for (let channel = 0; channel < 3; channel++) {
      let od = 0
      for (const { stain, amount } of layers) od += (stain[channel] ?? 0) * (amount.data[index] ?? 0)
      rgb[index * 3 + channel] = light(index, channel) * transmission(od) + grain()
    }
  }
  return rgb
}
