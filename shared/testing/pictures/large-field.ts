import { drawFractal, type Noise } from './noise.ts'
import { createRandom } from './random.ts'
import { STAINS, transmission } from './stains.ts'
import { writeTiff } from './tiff.ts'
import { createTissueTexture, EPITHELIUM, STROMA, type TissueTexture } from './tissue-texture.ts'

const { ceil, floor, max, min, round } = Math

export interface LargeFieldOptions {
  /** Where the TIFF is written. */
  path: string
  /** Pixels. */
  width: number
  height: number
  seed?: number
  pixelSizeUm?: number
}

const ROWS_PER_STRIP = 64
const MAP_STEP = 16
const WHITE = [244, 241, 243] as const
const LEVELS_PER_OD = 512
const LAST_LEVEL = 2 * LEVELS_PER_OD
/** Two prime sizes: the pair repeats only after their product, so that no two regions look alike. */
const TEXTURE_SIZES = [1021, 1279] as const
const GRAIN_LENGTH = 65_521

const smooth = (t: number) => {
  const inside = min(1, max(0, t))
  return inside * inside * (3 - 2 * inside)
}

/** A slow map, computed every 16 pixels and interpolated between: one row of it. */
function createMapRow(value: Noise, width: number): (y: number, row: Float32Array) => void {
  const knots = ceil(width / MAP_STEP) + 2
  const rows = new Map<number, Float32Array>()
  const knotRow = (j: number) => {
    const known = rows.get(j)
    if (known) return known
    for (const old of rows.keys()) if (old < j - 1) rows.delete(old)
    const row = Float32Array.from({ length: knots }, (_, i) => value(i * MAP_STEP, j * MAP_STEP))
    rows.set(j, row)
    return row
  }
  return (y, row) => {
    const j = floor(y / MAP_STEP)
    const share = y / MAP_STEP - j
    const [upper, lower] = [knotRow(j), knotRow(j + 1)]
    const blended = upper.map((v, i) => v + ((lower[i] ?? 0) - v) * share)
    for (let x = 0; x < width; x++) {
      const i = floor(x / MAP_STEP)
      const from = blended[i] ?? 0
      row[x] = from + (((blended[i + 1] ?? 0) - from) * (x - i * MAP_STEP)) / MAP_STEP
    }
  }
}

interface Brush {
  /** Share of epithelium (the rest is stroma) and of tissue (the rest is glass), for one row. */
  epithelium(y: number, row: Float32Array): void
  tissue(y: number, row: Float32Array): void
  textures: readonly [TissueTexture, TissueTexture]
  /** Grey level of red, green and blue by level of optical density. */
  light: readonly [Uint8Array, Uint8Array, Uint8Array]
  grain: Int8Array
}

function createBrush(seed: number, width: number): Brush {
  const random = createRandom(seed)
  const architecture = drawFractal(random, 4)
  const tears = drawFractal(random, 4)
  const lightOf = (channel: 0 | 1 | 2) =>
    Uint8Array.from({ length: LAST_LEVEL + 1 }, (_, level) =>
      round(WHITE[channel] * transmission(level / LEVELS_PER_OD)),
    )
  return {
    epithelium: createMapRow((x, y) => smooth(0.5 + 9 * architecture(x / 1400, y / 1400)), width),
    tissue: createMapRow((x, y) => smooth(4 + 16 * tears(x / 1900 + 7, y / 1900)), width),
    textures: [
      createTissueTexture(EPITHELIUM, TEXTURE_SIZES[0], random),
      createTissueTexture(STROMA, TEXTURE_SIZES[1], random),
    ],
    light: [lightOf(0), lightOf(1), lightOf(2)],
    grain: Int8Array.from({ length: GRAIN_LENGTH }, () => round(random.normal(0, 1.6))),
  }
}

function paintRow(
  brush: Brush,
  y: number,
  shares: readonly [Float32Array, Float32Array],
  target: Uint8ClampedArray,
): void {
  const [epithelium, tissue] = shares
  const [a, b] = brush.textures
  const { hematoxylin: h, eosin: e } = STAINS
  const rowA = (y % a.size) * a.size
  const rowB = (y % b.size) * b.size
  const [red, green, blue] = brush.light
  const levelOf = (channel: 0 | 1 | 2, hematoxylin: number, eosin: number) =>
    min(LAST_LEVEL, LEVELS_PER_OD * (h[channel] * hematoxylin + e[channel] * eosin)) | 0
  let grainAt = (y * 40_503) % GRAIN_LENGTH
  for (let x = 0, ax = 0, bx = 0, out = 0; x < epithelium.length; x++, out += 3) {
    const share = epithelium[x] ?? 0
    const cover = tissue[x] ?? 0
    const hematoxylin =
      cover * (share * (a.hematoxylin.data[rowA + ax] ?? 0) + (1 - share) * (b.hematoxylin.data[rowB + bx] ?? 0))
    const eosin = cover * (share * (a.eosin.data[rowA + ax] ?? 0) + (1 - share) * (b.eosin.data[rowB + bx] ?? 0))
    const grain = brush.grain[grainAt] ?? 0
    target[out] = (red[levelOf(0, hematoxylin, eosin)] ?? 0) + grain
    target[out + 1] = (green[levelOf(1, hematoxylin, eosin)] ?? 0) + grain
    target[out + 2] = (blue[levelOf(2, hematoxylin, eosin)] ?? 0) + grain
    if (++ax === a.size) ax = 0
    if (++bx === b.size) bx = 0
    if (++grainAt === GRAIN_LENGTH) grainAt = 0
  }
}

/**
 * Strips of interleaved RGB, top to bottom, 64 rows each (the last may be lower); each is valid until the next is
 * requested.
 */
export function* largeFieldStrips(options: Omit<LargeFieldOptions, 'path'>): Generator<Uint8Array> {
  const { width, height, seed = 1 } = options
  const brush = createBrush(seed, width)
  const shares = [new Float32Array(width), new Float32Array(width)] as const
  const strip = new Uint8ClampedArray(width * 3 * ROWS_PER_STRIP)
  for (let top = 0; top < height; top += ROWS_PER_STRIP) {
    const rows = min(ROWS_PER_STRIP, height - top)
    for (let row = 0; row < rows; row++) {
      brush.epithelium(top + row, shares[0])
      brush.tissue(top + row, shares[1])
      paintRow(brush, top + row, shares, strip.subarray(row * width * 3, (row + 1) * width * 3))
    }
    yield new Uint8Array(strip.buffer, 0, rows * width * 3)
  }
}

/**
 * A hematoxylin-and-eosin section of any size, written as an uncompressed stripped TIFF with about 30 MB of buffers.
 * @throws RangeError when the picture does not fit into the 4 GiB of a classic TIFF (about 37,000² pixels)
 */
export async function largeField(options: LargeFieldOptions): Promise<void> {
  const { path, width, height, pixelSizeUm = 0.5 } = options
  const layout = {
    width,
    height,
    samples: 3,
    bits: 8,
    rowsPerStrip: ROWS_PER_STRIP,
    pixelSizeUm,
  } as const
  await writeTiff(path, layout, largeFieldStrips(options))
}
