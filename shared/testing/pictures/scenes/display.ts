import type { RgbPicture } from '../encode.ts'
import { createNoise } from '../noise.ts'
import type { Plane } from '../plane.ts'
import { createRandom } from '../random.ts'

const { exp, max, min, sqrt } = Math

type Rgb = readonly [number, number, number]

/** Appearance of a dye on the screen: its colour at full strength, and the colour to which the brightest parts tend. */
export interface Dye {
  plane: Plane
  /** Amount of dye at which the colour is about two thirds of full. */
  exposure: number
  color: Rgb
  highlight: Rgb
}

const GREEN: Pick<Dye, 'color' | 'highlight'> = { color: [26, 214, 128], highlight: [196, 255, 222] }
const MAGENTA: Pick<Dye, 'color' | 'highlight'> = { color: [255, 46, 178], highlight: [255, 205, 242] }
const BLUE: Pick<Dye, 'color' | 'highlight'> = { color: [58, 104, 255], highlight: [206, 222, 255] }
const AMBER: Pick<Dye, 'color' | 'highlight'> = { color: [255, 158, 44], highlight: [255, 236, 196] }
export const DYES = { green: GREEN, magenta: MAGENTA, blue: BLUE, amber: AMBER }

/** Film-like response: linear in the dark, never clipped in the light. */
const response = (amount: number, exposure: number) => 1 - exp(-amount / exposure)

/**
 * Dyes as light on black: each through its own response, then laid over each other as two projectors would (screen).
 * @param grain standard deviation of the camera's noise in mid tones, grey levels
 */
export function showDyes(dyes: readonly [Dye, ...Dye[]], grain: number, seed: number): RgbPicture {
  const { width, height } = dyes[0].plane
  const random = createRandom(seed)
  const data = new Uint8ClampedArray(width * height * 3)
  for (let i = 0; i < width * height; i++) {
    const dark: [number, number, number] = [1, 1, 1]
    for (const { plane, exposure, color, highlight } of dyes) {
      const light = response(max(0, plane.data[i] ?? 0), exposure)
      const glow = light ** 4 * 0.8
      for (const c of [0, 1, 2] as const) dark[c] *= 1 - (light * (color[c] + (highlight[c] - color[c]) * glow)) / 255
    }
    // Photons come one by one: noise grows with the root of the light.
    const noise = random.normal(0, grain)
    for (const c of [0, 1, 2] as const) {
      const light = 1 - dark[c]
      data[i * 3 + c] = 255 * light + noise * sqrt(min(1, light * 1.6))
    }
  }
  return { width, height, data }
}

/** Multiplies a plane by clumps about `size` pixels wide; `strength` 0 to 1. */
export function clump(plane: Plane, size: number, strength: number, seed: number): Plane {
  const noise = createNoise(seed)
  const { width, data } = plane
  for (let i = 0; i < data.length; i++) {
    const [x, y] = [(i % width) / size, Math.floor(i / width) / size]
    data[i] = (data[i] ?? 0) * max(0, 1 + strength * (noise(x, y) + 0.5 * noise(x * 2.1 + 9, y * 2.1)))
  }
  return plane
}
