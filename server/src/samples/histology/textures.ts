import { between, normal, type Random } from '../../learning/random.ts'
import { smoothStep } from '../../learning/synthesis/noise.ts'
import { Cells } from '../cells.ts'
import { type PeriodicPlane, periodicNoise, wrap } from '../plane.ts'

const { abs, cos, exp, floor, hypot, max, min, PI, sin, sqrt } = Math

/**
 * What is seen of one tissue under Masson's trichrome at 0.5 µm/px, as densities (255 is 2): red of cytoplasm, blue of collagen, dark
 * of nuclei. `gap`: where collagen grows first when the tissue scars, 255 between the cells.
 */
export interface Texture {
  red: PeriodicPlane
  blue: PeriodicPlane
  dark: PeriodicPlane
  gap: PeriodicPlane
}

const size = { width: 2048, height: 1024 } as const
/** Densities are stored as shares of this. */
export const fullDensity = 2

interface Densities {
  red: number
  blue: number
  dark: number
  gap: number
}

const drawTexture = (at: (x: number, y: number) => Densities): Texture => {
  const blank = (): PeriodicPlane => ({ ...size, values: new Uint8Array(size.width * size.height) })
  const texture = { red: blank(), blue: blank(), dark: blank(), gap: blank() }
  const put = ({ values }: PeriodicPlane, i: number, share: number) => {
    values[i] = Math.round(255 * min(1, max(0, share)))
  }
  for (let i = 0; i < size.width * size.height; i++) {
    const { red, blue, dark, gap } = at(i % size.width, floor(i / size.width))
    put(texture.red, i, red / fullDensity)
    put(texture.blue, i, blue / fullDensity)
    put(texture.dark, i, dark / fullDensity)
    put(texture.gap, i, gap)
  }
  return texture
}

interface Ellipse {
  x: number
  y: number
  /** Half axes, px. */
  a: number
  b: number
  angle: number
  density: number
}

/** Nuclei as planes: 1 inside, falling to 0 over about two pixels; their density; and the paler cytoplasm around, 1 to 0. */
const drawNuclei = (ellipses: readonly Ellipse[]) => {
  const plane = () => new Float32Array(size.width * size.height)
  const nuclei = { inside: plane(), density: plane(), halo: plane() }
  for (const { x, y, a, b, angle, density } of ellipses) {
    const [along, across, reach] = [cos(angle), sin(angle), Math.ceil(2.1 * max(a, b))]
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) {
        const radius = hypot((dx * along + dy * across) / a, (dy * along - dx * across) / b)
        const at = wrap(floor(y) + dy, size.height) * size.width + wrap(floor(x) + dx, size.width)
        const soft = 1 - smoothStep(1 - 1.4 / b, 1 + 1.4 / b, radius)
        if (soft > (nuclei.inside[at] ?? 0)) {
          nuclei.inside[at] = soft
          // Chromatin lies along the envelope.
          nuclei.density[at] = density * (0.78 + 0.35 * min(1, radius) ** 2)
        }
        nuclei.halo[at] = max(nuclei.halo[at] ?? 0, 1 - smoothStep(1, 2.1, radius))
      }
    }
  }
  return (x: number, y: number) => {
    const at = y * size.width + x
    return { inside: nuclei.inside[at] ?? 0, density: nuclei.density[at] ?? 0, halo: nuclei.halo[at] ?? 0 }
  }
}

/** Heart muscle along its fibres (x is along them): striated, branching cells of about 18 µm, a nucleus in the middle of each. */
export const alongFibres = (random: Random): Texture => {
  const fibres = 28
  const pitch = size.height / fibres
  const wobble = periodicNoise(random, size, 128, 37)
  const tone = periodicNoise(random, size, 128, 64)
  const streaks = periodicNoise(random, size, 32, 2)
  const grain = periodicNoise(random, size, 8, 1.3)
  const drift = periodicNoise(random, size, 64, 32)
  const strands = periodicNoise(random, size, 16, 4)
  const thickness = periodicNoise(random, size, 96, 37)
  const edge = (k: number, x: number) => k * pitch + 26 * (wobble(x, (((k % fibres) + fibres) % fibres) * pitch) - 0.5)
  const starts = Array.from({ length: fibres }, () => between(random, 0, 230))
  const tones = Array.from({ length: fibres * 9 }, () => normal(random))
  const cellLength = 227.55
  const nuclei: Ellipse[] = []
  for (let k = 0; k < fibres; k++) {
    for (let cell = 0; cell < 9; cell++) {
      if (random() < 0.34) continue
      const x = ((starts[k] ?? 0) + (cell + 0.5) * cellLength + 30 * normal(random) + 2 * size.width) % size.width
      const y = (edge(k, x) + edge(k + 1, x)) / 2 + normal(random) * 2
      const b = between(random, 3.6, 5.4)
      const shape = { a: between(random, 9, 15), b, angle: 0.08 * normal(random) }
      nuclei.push({ x, y: (y + size.height) % size.height, ...shape, density: between(random, 0.75, 1.15) })
    }
    for (let i = 0; i < 15; i++) {
      if (random() < 0.35) continue
      const x = between(random, 0, size.width)
      const y = (edge(k, x) + normal(random) + size.height) % size.height
      const shape = { a: between(random, 6, 12), b: between(random, 1.7, 2.7), angle: 0.12 * normal(random) }
      nuclei.push({ x, y, ...shape, density: between(random, 0.9, 1.3) })
    }
  }
  const nucleusAt = drawNuclei(nuclei)
  return drawTexture((x, y) => {
    let k = floor(y / pitch) - 1
    while (edge(k + 1, x) <= y) k++
    const fibre = (k + fibres) % fibres
    const [top, bottom] = [edge(k, x), edge(k + 1, x)]
    const distance = min(y - top, bottom - y)
    const line = y - top < bottom - y ? fibre : (fibre + 1) % fibres
    // Cells lie close in places, so that fibres seem to branch.
    const half = 0.4 + 3.1 * thickness(x, line * pitch) ** 1.5
    const gap = 1 - smoothStep(half - 0.8, half + 1.1, distance)
    const along = ((x - (starts[fibre] ?? 0) + size.width) % size.width) / cellLength
    const disc = exp(-((abs(along - Math.round(along)) * cellLength) ** 2) / 3) * (1 - gap)
    const own = tones[fibre * 9 + floor(along)] ?? 0
    const streak = streaks(x, y) * 0.6 + grain(x, y) * 0.4 - 0.5
    const striation = 0.045 * sin((2 * PI * x) / 4.096 + 5 * drift(x, y))
    const edges = exp(-((distance - half) ** 2) / 6)
    const { inside, density, halo } = nucleusAt(x, y)
    const cytoplasm =
      0.86 + 0.09 * own + 0.2 * (tone(x, y) - 0.5) + 0.34 * streak + striation + 0.1 * edges + 0.28 * disc
    const strand = smoothStep(0.45, 0.8, strands(x, y))
    return {
      red: (1 - gap) * cytoplasm * (1 - 0.85 * inside) * (1 - 0.22 * halo) + 0.06 * gap,
      blue: gap * (0.1 + 0.55 * strand) + 0.03 * (1 - gap),
      dark: inside * density,
      gap: max(gap, 0.6 * exp(-((distance - half) ** 2) / 18)),
    }
  })
}

/** Heart muscle cut across: round-edged polygons with cobbled cytoplasm, capillaries at their corners. */
export const acrossFibres = (random: Random): Texture => {
  const cells = new Cells(random, { ...size, columns: 54, rows: 28, jitter: 0.72 })
  const tone = periodicNoise(random, size, 128, 128)
  const cobbles = periodicNoise(random, size, 4, 4)
  const fine = periodicNoise(random, size, 2.2, 2.2)
  const strands = periodicNoise(random, size, 32, 32)
  const threads = periodicNoise(random, size, 8, 8)
  const bend = periodicNoise(random, size, 16, 16)
  const nuclei: Ellipse[] = []
  for (let i = 0; i < 620; i++) {
    const place = { x: between(random, 0, size.width), y: between(random, 0, size.height) }
    const { cell, border, dx, dy } = cells.nearest(place.x, place.y)
    if (border > 9) {
      const shape = { a: between(random, 4.6, 7.2), b: between(random, 4, 5.6), angle: PI * random() }
      const centre = {
        x: (cell.x + dx * 0.3 + size.width) % size.width,
        y: (cell.y + dy * 0.3 + size.height) % size.height,
      }
      nuclei.push({ ...centre, ...shape, density: between(random, 0.75, 1.1) })
    } else if (border < 2.2) {
      const shape = { a: between(random, 3.4, 6), b: between(random, 1.8, 2.8), angle: PI * random() }
      nuclei.push({ ...place, ...shape, density: between(random, 0.95, 1.3) })
    }
  }
  const nucleusAt = drawNuclei(nuclei)
  return drawTexture((x, y) => {
    const warp = 7 * (bend(x, y) - 0.5)
    const { cell, border } = cells.nearest((x + warp + size.width) % size.width, (y - warp + size.height) % size.height)
    const half = 1.2 + 2 * strands(x, y)
    const gap = 1 - smoothStep(half - 1, half + 1, border)
    const cobble = cobbles(x, y) * 0.6 + fine(x, y) * 0.4 - 0.5
    const { inside, density, halo } = nucleusAt(x, y)
    const cytoplasm = 0.82 + 0.3 * (cell.kind - 0.5) + 0.42 * cobble + 0.16 * (tone(x, y) - 0.5)
    const strand = smoothStep(0.4, 0.75, threads(x, y))
    return {
      red: (1 - gap) * cytoplasm * (1 - 0.85 * inside) * (1 - 0.2 * halo) + 0.05 * gap,
      blue: gap * (0.12 + 0.5 * strand) + 0.03 * (1 - gap),
      dark: inside * density,
      gap: max(gap, 0.6 * exp(-((border - half) ** 2) / 18)),
    }
  })
}

/** Collagen of a scar: wavy bundles with clefts, few thin nuclei. */
export const collagen = (random: Random): Texture => {
  const bundles = periodicNoise(random, size, 64, 8)
  const fibrils = periodicNoise(random, size, 16, 2)
  const clefts = periodicNoise(random, size, 64, 8)
  const wave = periodicNoise(random, size, 128, 64)
  const sway = periodicNoise(random, size, 256, 128)
  const tone = periodicNoise(random, size, 128, 128)
  const nuclei = Array.from({ length: 520 }, (): Ellipse => {
    const place = { x: between(random, 0, size.width), y: between(random, 0, size.height) }
    const shape = { a: between(random, 6, 13), b: between(random, 1.6, 2.8), angle: 0.35 * normal(random) }
    return { ...place, ...shape, density: between(random, 0.8, 1.2) }
  })
  const nucleusAt = drawNuclei(nuclei)
  return drawTexture((x, y) => {
    const phase = 7 * wave(x, y)
    const v = (y + 7 * sin((2 * PI * x) / 128 + phase) + 40 * (sway(x, y) - 0.5) + size.height) % size.height
    const bundle = bundles(x, v)
    const fibril = fibrils(x, v)
    const cleft = smoothStep(0.72, 0.84, clefts(x, v))
    const { inside, density } = nucleusAt(x, y)
    const body = 0.5 + 0.55 * (bundle - 0.5) + 0.5 * (fibril - 0.5) + 0.4 * (tone(x, y) - 0.3)
    return {
      red: 0.07 + 0.1 * sqrt(max(0, bundle - 0.6)),
      blue: max(0.12, body) * (1 - 0.85 * cleft) * (1 - 0.6 * inside),
      dark: inside * density,
      gap: 1,
    }
  })
}

/** Fat: empty round cells of about 60 µm between thin membranes. */
export const fat = (random: Random): Texture => {
  const cells = new Cells(random, { ...size, columns: 18, rows: 9, jitter: 0.7 })
  const bend = periodicNoise(random, size, 64, 64)
  const tone = periodicNoise(random, size, 32, 32)
  const mottle = periodicNoise(random, size, 16, 16)
  const nuclei: Ellipse[] = []
  for (let i = 0; i < 900; i++) {
    const place = { x: between(random, 0, size.width), y: between(random, 0, size.height) }
    const { border, dx, dy } = cells.nearest(place.x, place.y)
    if (border > 2.5) continue
    const shape = { a: between(random, 5, 9), b: between(random, 1.8, 2.8), angle: Math.atan2(dx, -dy) }
    nuclei.push({ ...place, ...shape, density: between(random, 0.7, 1.1) })
  }
  const nucleusAt = drawNuclei(nuclei)
  return drawTexture((x, y) => {
    const warp = 16 * (bend(x, y) - 0.5)
    const { border } = cells.nearest((x + warp + size.width) % size.width, (y - warp + size.height) % size.height)
    const wall = 1 - smoothStep(1, 2.6, abs(border) + 0.9 * tone(x, y))
    const { inside, density } = nucleusAt(x, y)
    return {
      red: 0.16 * wall,
      blue: 0.34 * wall * (0.5 + mottle(x, y)),
      dark: inside * density * 0.9,
      gap: wall,
    }
  })
}
