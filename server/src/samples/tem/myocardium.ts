import { between, mixSeeds, normal, seededRandom } from '../../learning/random.ts'
import { fractalNoise, type Noise, smoothStep, valueNoise } from '../../learning/synthesis/noise.ts'
import { type Lane, lanesOf, type Mitochondrion } from './mitochondria.ts'

const { abs, cos, exp, floor, hypot, max, min, PI, round, sin } = Math

/** Micrometres per pixel. */
export const micrographPixelSize = 0.0032
/** Length of a sarcomere, px: 2.0 µm at rest. Its bands after Huxley and Hanson 1954, in px. */
const sarcomere = 625
const halfAnisotropic = 250
const zLine = 13
/** Distance of thick filaments (about 40 nm) and of cristae, px. */
const filaments = 12
const cristaeDistance = 15
/** Exponent of the outline of a mitochondrion: 2 is an ellipse. */
const power = 2.7

export interface Micrograph {
  width: number
  height: number
  /** Row-major. */
  grey: Uint8Array
  /** What was drawn: mitochondria whose centre lies in the field, and their pixels. */
  truth: { mitochondria: number; mitochondriaPixels: number; sarcomereUm: number }
}

/** Transmission electron micrograph of heart muscle, cut along: sarcomeres in register, rows of mitochondria, tubules at the Z lines. */
export const drawMyocardium = (seed: number, size: number): Micrograph => {
  const random = seededRandom(mixSeeds(seed, 11))
  const tilt = between(random, -0.35, 0.35)
  const lanes = lanesOf(random, size)
  const noises = Array.from({ length: 5 }, () => valueNoise(random)) as [Noise, Noise, Noise, Noise, Noise]
  const [wobble, streaks, dots, blobs, edges] = noises
  const [bend, shade] = [fractalNoise(random, 3), fractalNoise(random, 3)]
  const grey = new Uint8Array(size * size)
  const mitochondria = new Set<Mitochondrion>()
  let mitochondriaPixels = 0
  let lane = 0
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const [dx, dy] = [x - size / 2, y - size / 2]
      const sway = 170 * (bend(x / 1500, y / 1500) - 0.5)
      const u = dx * cos(tilt) + dy * sin(tilt) + 0.6 * sway
      const v = dy * cos(tilt) - dx * sin(tilt) + sway
      const edge = v + 26 * (wobble(u / 170, v / 500) - 0.5) + 7 * (wobble(u / 34, v / 90) - 0.5)
      lane = laneAt(lanes, edge, lane)
      const stripe = lanes[lane] as Lane
      const border = min(edge - stripe.from, stripe.to - edge)
      let level: number
      const cytoplasm = 176 + 26 * (blobs(x / 22, y / 22) - 0.5) - granules(dots, x, y)
      if (stripe.kind === 'myofibril') {
        const inside = smoothStep(7, 13, border)
        level = inside * myofibril(u + stripe.shift, edge, noises) + (1 - inside) * cytoplasm
        level = tubules(level, u + stripe.shift, border, edges(u / 26, stripe.from))
      } else {
        level = cytoplasm
        for (const item of stripe.mitochondria) {
          if (abs(u - item.u) > item.a * 1.2) continue
          const depth = depthIn(item, u, edge, edges)
          if (depth < -6) continue
          level = mitochondrion(item, depth, u, edge, level, noises)
          if (depth > 0) mitochondriaPixels++
          if (abs(u - item.u) < 1 && abs(edge - item.v) < 1) mitochondria.add(item)
          break
        }
      }
      const light = 1 + 0.12 * (shade(x / 1900, y / 1900) - 0.5)
      const noise = 9 * normal(random) + 5 * (streaks(x / 1.7, y / 1.7) - 0.5)
      grey[y * size + x] = round(min(255, max(0, level * light + noise)))
    }
  }
  const truth = { mitochondria: mitochondria.size, mitochondriaPixels, sarcomereUm: sarcomere * micrographPixelSize }
  return { width: size, height: size, grey, truth }
}

/** Index of the lane at a place across the fibre, searched from the lane of the pixel before. */
const laneAt = (lanes: readonly Lane[], v: number, from: number): number => {
  let lane = from
  while (lane > 0 && v < (lanes[lane]?.from ?? 0)) lane--
  while (lane < lanes.length - 1 && v >= (lanes[lane]?.to ?? 0)) lane++
  return lane
}

/** Round dots at random places, one per 15 px at most: 1 in the middle of a dot. */
const dotAt = (dots: Noise, x: number, y: number, share: number, radius: number): number => {
  const [column, row] = [floor(x / 15), floor(y / 15)]
  // Values at lattice points are independent of each other.
  if (dots(column, row) > share) return 0
  const [dx, dy] = [dots(column + 31, row) - 0.5, dots(column, row + 31) - 0.5]
  const distance = hypot(x - (column + 0.5 + 0.4 * dx) * 15, y - (row + 0.5 + 0.4 * dy) * 15)
  return 1 - smoothStep(radius - 1.5, radius + 1.5, distance)
}

/** Glycogen: dark grains of 25 nm, in clouds. */
const granules = (dots: Noise, x: number, y: number): number =>
  66 * dotAt(dots, x, y, 0.85 * smoothStep(0.38, 0.75, dots(x / 130 + 20, y / 130)), 3.9)

const myofibril = (u: number, v: number, [wobble, streaks, dots, blobs]: readonly Noise[]): number => {
  if (!wobble || !streaks || !dots || !blobs) return 0
  const register = u + 12 * (wobble(v / 60, u / 900) - 0.5)
  const phase = abs(register - sarcomere * round(register / sarcomere))
  const fromMiddle = sarcomere / 2 - phase
  const anisotropic = 1 - smoothStep(halfAnisotropic - 9, halfAnisotropic + 9, fromMiddle)
  const thread =
    (streaks(u / 90, v / 5) - 0.5) * 0.6 + 0.4 * 0.5 * cos((2 * PI * v) / filaments + 6 * wobble(u / 200, v / 70))
  const middle = 10 * (1 - smoothStep(40, 62, fromMiddle)) - 26 * exp(-((fromMiddle / 8) ** 2))
  // Actin of both sides meets in the Z line as a zigzag.
  const zigzag = 5 * (dots(v / 9, u / 300) - 0.5)
  const z = exp(-(((phase + zigzag) / zLine) ** 4))
  const bands = 182 - 62 * anisotropic + middle * anisotropic
  return bands + thread * (24 + 30 * anisotropic) - 118 * z + 18 * (blobs(u / 14, v / 5) - 0.5)
}

/** Sarcoplasmic reticulum along the myofibril, and wider tubules at the Z lines: light, with a dark membrane. */
const tubules = (level: number, u: number, border: number, wave: number): number => {
  const phase = abs(u - sarcomere * round(u / sarcomere))
  const isWide = phase < 46
  const half = isWide
    ? 17 * (1 - (phase / 46) ** 2) ** 0.5 * smoothStep(0.25, 0.5, wave)
    : 8 * smoothStep(0.5, 0.72, wave)
  if (half < 2.5) return level
  const distance = abs(border - 3) - half
  if (distance > 4) return level
  const membrane = exp(-((distance / 2.2) ** 2))
  return distance < 0 ? 205 - 110 * membrane : level - 90 * membrane
}

/** Distance inside the outer membrane of a rounded box (a superellipse), px, to first order; negative outside. */
const depthIn = ({ u, v, a, b, seed }: Mitochondrion, x: number, y: number, edges: Noise): number => {
  const [along, across] = [abs(x - u) / a, abs(y - v) / b]
  const radius = (along ** power + across ** power) ** (1 / power)
  const bulge = 0.16 * (edges(seed + (2.2 * (x - u)) / a, seed + (2.2 * (y - v)) / b) - 0.5)
  const slope = hypot((along / radius) ** (power - 1) / a, (across / radius) ** (power - 1) / b)
  return radius > 0.05 ? (1 + bulge - radius) / slope : min(a, b)
}

const mitochondrion = (
  { cristae, seed, u: centreU, v: centreV }: Mitochondrion,
  depth: number,
  u: number,
  v: number,
  around: number,
  [wobble, , dots, blobs]: readonly Noise[],
): number => {
  if (!wobble || !dots || !blobs) return 0
  const outer = exp(-((depth / 2.6) ** 2))
  if (depth < 0) return around - 105 * outer
  const inner = exp(-(((depth - 9) / 2.6) ** 2))
  const between = depth < 9 ? 34 : 0
  const [x, y] = [u - centreU, v - centreV]
  const turn = cristae + 0.9 * (wobble(seed + x / 150, seed + y / 150) - 0.5)
  const across = y * cos(turn) - x * sin(turn) + 16 * (wobble(x / 60 + seed, y / 60) - 0.5)
  const along = x * cos(turn) + y * sin(turn)
  const index = floor(across / cristaeDistance)
  // Each crista ends somewhere.
  const present = smoothStep(0.26, 0.36, blobs(along / 120 + seed, index * 7.3 + seed)) * smoothStep(9, 14, depth)
  const place = abs(across - (index + 0.5) * cristaeDistance)
  const lumen = exp(-((place / 2.1) ** 2))
  const membranes = exp(-(((place - 3.9) / 1.7) ** 2))
  const matrix = 122 + 22 * (dots(x / 5 + seed, y / 5) - 0.5) + between
  const granule = 55 * dotAt(dots, u, v, 0.1, 4.5)
  return matrix + present * (52 * lumen - 52 * membranes) - 105 * outer - 80 * inner - granule
}
