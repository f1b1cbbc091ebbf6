import { mixSeeds, seededRandom } from '../../learning/random.ts'
import { smoothStep, valueNoise } from '../../learning/synthesis/noise.ts'
import { leftVentricle, type Place, type Vessel } from './anatomy.ts'
import { acrossFibres, alongFibres, collagen, fat, fullDensity, type Texture } from './textures.ts'

const { abs, atan2, cos, floor, hypot, max, min, PI, round, sin } = Math

/** Micrometres per pixel, as of a scanner with a 20× objective. */
export const slidePixelSize = 0.5
/** Distance of the points at which the anatomy is computed, px: it is interpolated between them. */
const step = 16
/** Light of the empty slide. */
const white = [243, 243, 241] as const
/** Optical densities of the dyes in red, green and blue: Biebrich scarlet with acid fuchsin, aniline blue, iron haematoxylin. */
const dyes = { red: [0.1, 0.5, 0.4], blue: [0.45, 0.21, 0.07], dark: [0.75, 0.85, 0.6] } as const
/** Optical density over the three colours of one unit of each dye. */
const strength = { red: hypot(...dyes.red), blue: hypot(...dyes.blue), dark: hypot(...dyes.dark) } as const
/** Optical density over the three colours below which nothing is seen (β of Macenko et al. 2009). */
const seen = 0.15
const levelsPerOd = 400
const lastLevel = 3 * levelsPerOd

/** Pixels of the slide, by which an analysis of it can be judged. */
export interface SlideTruth {
  tissue: number
  /** By the anatomy: scars and what surrounds vessels and tissue; their gaps count, the fine strands between muscle cells do not. */
  collagen: number
  muscle: number
  fat: number
  /** By what was stained, before light, grain and compression: pixels of which a dye absorbs more than the others, and enough to be seen. */
  blueDye: number
  redDye: number
  darkDye: number
}

/** Nothing yet. */
export const blankTruth = (): SlideTruth => ({
  ...{ tissue: 0, collagen: 0, muscle: 0, fat: 0 },
  ...{ blueDye: 0, redDye: 0, darkDye: 0 },
})

export interface SlideSize {
  width: number
  height: number
}

/** Densities of the dyes at one pixel. */
interface Pixel {
  red: number
  blue: number
  dark: number
}

/** A slide that is drawn tile by tile: any rectangle gives the same pixels, whatever was drawn before. */
export class TrichromeSlide {
  readonly #anatomy
  readonly #textures: Record<'along' | 'across' | 'collagen' | 'fat', Texture>
  readonly #light: readonly Uint8Array[]
  readonly #noise
  readonly #grain: Int8Array

  constructor(seed: number, size: SlideSize) {
    const random = (part: number) => seededRandom(mixSeeds(seed, part))
    this.#anatomy = leftVentricle(random(1), size)
    this.#textures = {
      along: alongFibres(random(2)),
      across: acrossFibres(random(3)),
      collagen: collagen(random(4)),
      fat: fat(random(5)),
    }
    this.#light = white.map((level) =>
      Uint8Array.from({ length: lastLevel + 1 }, (_, od) => round(level * 10 ** (-od / levelsPerOd))),
    )
    this.#noise = valueNoise(random(6))
    const grain = random(7)
    this.#grain = Int8Array.from({ length: 65_521 }, () => round(3 * (grain() + grain() - 1)))
  }

  /**
   * Draws a rectangle.
   * @param left - px, a multiple of 16; likewise `top`
   * @param truth - to which the areas are added
   * @returns interleaved RGB, 8 bits
   */
  draw(left: number, top: number, width: number, height: number, truth?: SlideTruth): Uint8Array {
    const rgb = new Uint8Array(width * height * 3)
    const places = this.#places(left, top, width, height)
    const vessels = this.#anatomy.vessels.filter(
      ({ x, y, radius }) =>
        x + 2 * radius > left && x - 2 * radius < left + width && y + 2 * radius > top && y - 2 * radius < top + height,
    )
    const columns = width / step + 1
    const place: Place = { tissue: 0, fat: 0, u: 0, v: 0, along: 0, scar: 0, crack: 0 }
    const pixel: Pixel = { red: 0, blue: 0, dark: 0 }
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const corner = (y >> 4) * columns + (x >> 4)
        interpolate(places, corner, columns, (x % step) / step, (y % step) / step, place)
        pixel.red = pixel.blue = pixel.dark = 0
        if (place.tissue > -3) this.#tissue(left + x, top + y, place, vessels, pixel, truth)
        if (truth) countDyes(pixel, truth)
        this.#expose(pixel, rgb, (y * width + x) * 3, (left + x) * 31 + (top + y) * 1021)
      }
    }
    return rgb
  }

  #places(left: number, top: number, width: number, height: number): Float32Array[] {
    const [columns, rows] = [width / step + 1, height / step + 1]
    const places = placeKeys.map(() => new Float32Array(columns * rows))
    for (let j = 0; j < rows; j++) {
      for (let i = 0; i < columns; i++) {
        const place = this.#anatomy.at(left + i * step, top + j * step)
        for (const [key, name] of placeKeys.entries()) (places[key] as Float32Array)[j * columns + i] = place[name]
      }
    }
    return places
  }

  #tissue(x: number, y: number, place: Place, vessels: Vessel[], pixel: Pixel, truth?: SlideTruth): void {
    const { along, across, collagen, fat } = this.#textures
    const inTissue = smoothStep(-2, 2, place.tissue)
    const ring = ringAt(vessels, x, y, this.#noise)
    const scarU = place.u + 200
    if (ring && ring.part !== 'outside') {
      this.#vessel(ring, x, y, pixel)
    } else if (place.fat > 0 && !(ring && ring.near > 0.25)) {
      // The epicardium and the septa of the fat are thin layers of collagen.
      const membrane = 1 - smoothStep(8, 26, min(place.tissue, place.fat))
      add(pixel, fat, x, y, 1 - membrane)
      add(pixel, collagen, scarU, place.v, membrane)
      if (truth) truth.fat += 1
    } else {
      const [u, v] = [place.u, place.v]
      const gap = read(along.gap, u, v) * place.along + read(across.gap, u, v) * (1 - place.along)
      const lining = 1 - smoothStep(10, 34, place.tissue)
      const around = ring ? ring.near : 0
      const scar = smoothStep(0.47, 0.53, place.scar + 0.24 * gap + 0.75 * around + 0.7 * lining)
      if (place.along > 0) add(pixel, along, u, v, (1 - scar) * place.along)
      if (place.along < 1) add(pixel, across, u, v, (1 - scar) * (1 - place.along))
      if (scar > 0) add(pixel, collagen, scarU, v, scar)
      if (truth) truth[scar > 0.5 ? 'collagen' : 'muscle'] += 1
      const crack = smoothStep(0, 0.03, place.crack)
      if (crack > 0) fade(pixel, 1 - crack)
    }
    if (truth) truth.tissue += 1
    if (inTissue < 1) fade(pixel, inTissue)
  }

  #vessel({ part, depth, turn, vessel }: Ring, x: number, y: number, pixel: Pixel): void {
    const { along, collagen, across } = this.#textures
    const length = turn * vessel.radius
    if (part === 'muscle') {
      // Smooth muscle runs around the lumen; its nuclei follow it.
      add(pixel, along, length * 0.8 + vessel.seed * 50, depth * 0.9 + vessel.seed * 90, 0.9)
      pixel.blue += 0.1
    } else if (part === 'intima') {
      pixel.blue += 0.55
      pixel.dark += 0.9 * smoothStep(0.8, 0.86, this.#noise(length / 14, vessel.seed))
    } else if (part === 'blood') {
      add(pixel, across, x * 2.6 + vessel.seed * 70, y * 2.6, 0.62)
      pixel.blue *= 0.2
      pixel.dark = 0
    } else if (part === 'adventitia') {
      add(pixel, collagen, length + vessel.seed * 90, depth + vessel.seed * 50, 1.05)
    }
  }

  #expose({ red, blue, dark }: Pixel, rgb: Uint8Array, at: number, place: number): void {
    const grain = this.#grain[place % this.#grain.length] ?? 0
    for (let channel = 0; channel < 3; channel++) {
      const density =
        red * (dyes.red[channel] ?? 0) + blue * (dyes.blue[channel] ?? 0) + dark * (dyes.dark[channel] ?? 0)
      const level = min(lastLevel, round(density * levelsPerOd))
      rgb[at + channel] = min(255, max(0, (this.#light[channel]?.[level] ?? 0) + grain))
    }
  }
}

const countDyes = (pixel: Pixel, truth: SlideTruth): void => {
  const [red, blue, dark] = [pixel.red * strength.red, pixel.blue * strength.blue, pixel.dark * strength.dark]
  if (red + blue + dark < seen) return
  const most = max(red, blue, dark)
  truth[most === dark ? 'darkDye' : most === blue ? 'blueDye' : 'redDye'] += 1
}

const placeKeys = ['tissue', 'fat', 'u', 'v', 'along', 'scar', 'crack'] as const

/** Bilinear, between the four points around. */
const interpolate = (
  places: readonly Float32Array[],
  corner: number,
  columns: number,
  right: number,
  down: number,
  place: Place,
): void => {
  for (let key = 0; key < placeKeys.length; key++) {
    const map = places[key] as Float32Array
    const above = (map[corner] ?? 0) * (1 - right) + (map[corner + 1] ?? 0) * right
    const below = (map[corner + columns] ?? 0) * (1 - right) + (map[corner + columns + 1] ?? 0) * right
    place[placeKeys[key] as keyof Place] = above * (1 - down) + below * down
  }
}

/** Nearest value, 0 to 1. Sizes are powers of two. */
const read = ({ width, height, values }: Texture['gap'], u: number, v: number): number =>
  (values[(floor(v) & (height - 1)) * width + (floor(u) & (width - 1))] ?? 0) / 255

/** Adds a texture, interpolated, so that its grain stays fine where fibres bend. */
const add = (pixel: Pixel, { red, blue, dark }: Texture, u: number, v: number, weight: number): void => {
  const { width, height } = red
  const left = floor(u)
  const top = floor(v)
  const upper = (top & (height - 1)) * width
  const lower = ((top + 1) & (height - 1)) * width
  const column = left & (width - 1)
  const next = (left + 1) & (width - 1)
  const scale = (weight * fullDensity) / 255
  const right = u - left
  const lowerScale = (v - top) * scale
  const upperScale = scale - lowerScale
  const [i, j, k, l] = [upper + column, upper + next, lower + column, lower + next]
  const a = (1 - right) * upperScale
  const b = right * upperScale
  const c = (1 - right) * lowerScale
  const d = right * lowerScale
  pixel.red += blend(red.values, i, j, k, l, a, b, c, d)
  pixel.blue += blend(blue.values, i, j, k, l, a, b, c, d)
  pixel.dark += blend(dark.values, i, j, k, l, a, b, c, d)
}

/** Four values by their weights. Plain numbers: this runs a billion times per slide. */
const blend = (
  values: Uint8Array,
  i: number,
  j: number,
  k: number,
  l: number,
  a: number,
  b: number,
  c: number,
  d: number,
): number =>
  (values[i] as number) * a + (values[j] as number) * b + (values[k] as number) * c + (values[l] as number) * d

const fade = (pixel: Pixel, share: number): void => {
  pixel.red *= share
  pixel.blue *= share
  pixel.dark *= share
}

interface Ring {
  vessel: Vessel
  part: 'lumen' | 'blood' | 'intima' | 'muscle' | 'adventitia' | 'outside'
  /** From the outer edge of the muscle inwards, px. */
  depth: number
  /** Angle around the vessel. */
  turn: number
  /** 1 at the vessel, 0 far from it: how much collagen is around it. */
  near: number
}

/** The vessel at a point, if any. */
const ringAt = (
  vessels: readonly Vessel[],
  x: number,
  y: number,
  noise: (x: number, y: number) => number,
): Ring | null => {
  for (const vessel of vessels) {
    const [dx, dy] = [x - vessel.x, y - vessel.y]
    // Outlines are drawn out to less than a circle (`stretch` is at most 1): most vessels are too far away for any of it.
    if (max(abs(dx), abs(dy)) > 2.01 * vessel.radius) continue
    const [a, b] = [dx * cos(vessel.angle) + dy * sin(vessel.angle), dy * cos(vessel.angle) - dx * sin(vessel.angle)]
    const distance = hypot(a, b / vessel.stretch)
    if (distance > 2 * vessel.radius) continue
    const turn = atan2(b, a) + PI
    const wave = 0.86 + 0.26 * noise((vessel.seed + 3 * cos(turn)) % 64, 3 * sin(turn) + 9)
    const radius = vessel.radius * wave
    const depth = radius - distance
    const near = 1 - smoothStep(1.12, 1.75, distance / radius)
    const wall = vessel.wall * vessel.radius
    // An elastic lamina folds when the vessel contracts.
    const folds = 0.1 * wall * (noise(turn * 14, vessel.seed) - 0.5)
    if (depth < -0.16 * radius) return { vessel, part: 'outside', depth, turn, near }
    if (depth < 0) return { vessel, part: 'adventitia', depth, turn, near }
    if (depth < wall + folds) return { vessel, part: 'muscle', depth, turn, near }
    if (depth < wall + folds + 4) return { vessel, part: 'intima', depth, turn, near }
    const clot = noise(x / (0.5 * vessel.radius) + vessel.seed, y / (0.5 * vessel.radius))
    return { vessel, part: clot > 0.66 ? 'blood' : 'lumen', depth, turn, near }
  }
  return null
}
