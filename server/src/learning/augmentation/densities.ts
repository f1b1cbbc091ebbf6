import { normal, type Random } from '../random.ts'

const { exp, max, min } = Math

/** Optical densities of a patch by channel; changed in place. */
export type Densities = readonly [Float32Array, Float32Array, Float32Array]

/** @param planes light, 0 to 1, red, green and blue @throws RangeError for another number of planes */
export const densitiesOf = (planes: readonly Float32Array[]): Densities => {
  const [red, green, blue] = planes.map((plane) => plane.map((light) => -Math.log10(min(1, max(0.004, light)))))
  if (!red || !green || !blue) throw new RangeError('a stained field has three channels')
  return [red, green, blue]
}

/** Light that passes an optical density, 0 to 1. */
export const lightOf = (density: number): number => 10 ** -density

/** Other strengths of the stains and of the whole, of a section whose stains are right as they are. */
export function vary(random: Random, densities: Densities): void {
  const all = exp(0.3 * normal(random))
  for (const plane of densities) {
    const strength = all * exp(0.12 * normal(random))
    for (let i = 0; i < plane.length; i++) plane[i] = (plane[i] ?? 0) * strength
  }
}

/** Exchanges channels: that nuclei are blue or brown is not to be relied on. */
export function exchangeChannels(random: Random, densities: Densities): void {
  const [red, green, blue] = densities
  const copies = [red.slice(), green.slice(), blue.slice()]
  const order = [0, 1, 2].sort(() => random() - 0.5)
  for (const [channel, plane] of densities.entries()) plane.set(copies[order[channel] ?? channel] ?? plane)
}

/** Mean over 3 × 3 pixels, in the plane. */
export function soften(plane: Float32Array, side: number): Float32Array {
  const across = (from: Float32Array, step: number, place: (i: number) => number) =>
    from.map((value, i) => {
      const before = place(i) > 0 ? (from[i - step] ?? 0) : value
      const after = place(i) < side - 1 ? (from[i + step] ?? 0) : value
      return (before + value + after) / 3
    })
  return across(
    across(plane, 1, (i) => i % side),
    side,
    (i) => Math.floor(i / side),
  )
}
